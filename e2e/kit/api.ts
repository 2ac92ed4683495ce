import { randomUUID } from 'node:crypto';
import type { Machine } from '@berth/contract/api/machines';
import type { ProfileRevision, ProfileSummary } from '@berth/contract/api/profiles';
import type { LicensedDeployment, OpenDeployment } from '@berth/contract/limits';
import type { Page } from '@playwright/test';
import type { Server } from './server.ts';

/** API calls with the token of the person logged in on a page. */
export interface Api {
  /** Any call; throws when the server refuses it. */
  readonly send: <Reply>(
    method: string,
    path: string,
    body?: object,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Reply>;
  readonly profiles: () => Promise<[ProfileSummary, ...ProfileSummary[]]>;
  /** Resolves when the server has acknowledged the change. */
  readonly rename: (id: string, name: string) => Promise<void>;
  /** Merges a partial profile into it (RFC 7396). */
  readonly merge: (id: string, patch: object) => Promise<void>;
  readonly machines: () => Promise<[Machine, ...Machine[]]>;
  readonly nameMachine: (id: string, name: string) => Promise<void>;
  /** Shows a message on a machine's screen. */
  readonly notify: (id: string, msg: string) => Promise<void>;
  /** Creates a profile in the first organization. */
  readonly createProfile: (name: string) => Promise<{ readonly id: string }>;
  /** Creates a code that registers one machine with the first profile. */
  readonly enrollmentCode: (deployment?: OpenDeployment) => Promise<string>;
  /** Issues a product ID for a smart-series machine; requires a platform administrator. */
  readonly productId: (deployment: LicensedDeployment) => Promise<string>;
  /** Replaces the machine login settings of the organization. */
  readonly changeLogins: (organizationId: string, settings: object) => Promise<void>;
  /** The newest entries of a machine's log. */
  readonly logs: (id: string) => Promise<readonly { readonly type: string; readonly message: string }[]>;
  /** The profile's name in each revision. */
  readonly revisionNames: (id: string) => Promise<readonly string[]>;
}

/** The access token of the person logged in on this page. */
export async function tokenOf(page: Page): Promise<string> {
  const stored = await page.evaluate(() => sessionStorage.getItem('access_token'));
  const { token } = JSON.parse(stored ?? '{}') as { readonly token?: string };
  return token ?? '';
}

/** The API as the person on this page may use it. */
export async function apiOf(page: Page, server: Pick<Server, 'url'>): Promise<Api> {
  return apiWith(await tokenOf(page), server);
}

/** The API with an access token. */
export function apiWith(token: string, server: Pick<Server, 'url'>): Api {
  const call = async <Reply>(path: string, init: RequestInit = {}): Promise<Reply> => {
    const reply = await fetch(`${server.url}/api${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${token}`,
        ...(init.body ? { 'content-type': 'application/json' } : {}),
        ...init.headers,
      },
    });
    if (!reply.ok) {
      throw new Error(`${init.method ?? 'GET'} ${path} answered ${reply.status}: ${await reply.text()}`);
    }
    const text = await reply.text();
    return (text === '' ? undefined : JSON.parse(text)) as Reply;
  };
  return {
    send: (method, path, body, headers = {}) =>
      call(path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }),
    profiles: () => call('/profiles'),
    rename: async (id, name) => {
      await call(`/profiles/${id}`, { method: 'PATCH', body: JSON.stringify({ name }) });
    },
    merge: async (id, patch) => {
      const headers = { 'content-type': 'application/merge-patch+json' };
      await call(`/profiles/${id}`, { method: 'PATCH', body: JSON.stringify(patch), headers });
    },
    machines: () => call('/machines'),
    nameMachine: async (id, name) => {
      await call(`/machines/${id}/name`, { method: 'PATCH', body: JSON.stringify({ name }) });
    },
    notify: async (id, msg) => {
      await call(`/machines/${id}/notify`, { method: 'POST', body: JSON.stringify({ msg }) });
    },
    createProfile: async (name) => {
      const [{ id: organizationId }] = await call<[{ id: string }]>('/organizations');
      return call('/profiles', { method: 'POST', body: JSON.stringify({ name, organizationId }) });
    },
    enrollmentCode: async (deployment = 'vanilla') => {
      const [{ id: profileId, organizationId }] = await call<[ProfileSummary]>('/profiles');
      const body = JSON.stringify({ profileId, deployment, uses: 1, validHours: 1 });
      return (
        await call<{ code: string }>(`/organization/${organizationId}/enrollment-codes`, { method: 'POST', body })
      ).code;
    },
    productId: async (deployment) => {
      const body = JSON.stringify({ deployment, count: 1 });
      return (await call<[{ productId: string }]>('/platform/product-ids', { method: 'POST', body }))[0].productId;
    },
    changeLogins: async (organizationId, settings) => {
      await call(`/organizations/${organizationId}/auth`, { method: 'PUT', body: JSON.stringify(settings) });
    },
    logs: (id) => call(`/machines/${id}/logs?count=15&debug=true`),
    revisionNames: async (id) => {
      const revisions = await call<ProfileRevision[]>(`/profiles/${id}/revisions?limit=200`);
      const each = revisions.map(({ revision }) => call<{ name: string }>(`/profiles/${id}/revisions/${revision}`));
      return (await Promise.all(each)).map(({ name }) => name);
    },
  };
}

const DETAILS = {
  company: 'Sample GmbH',
  street: 'Ring 1',
  postcode: '20457',
  city: 'Hamburg',
  country: 'DE',
  vatId: 'DE136695976',
  email: 'invoices@company.example',
};

/** Sets up an organization's billing and buys credits by bank transfer: their invoices are open. */
export async function buyCredits(api: Api, organization: string, amounts: readonly number[]): Promise<void> {
  const billing = `/organizations/${organization}/billing`;
  await api.send('POST', billing, DETAILS);
  await api.send('POST', `${billing}/payment-method`);
  for (const credits of amounts) await api.send('POST', `${billing}/purchases`, { credits, key: randomUUID() });
}
