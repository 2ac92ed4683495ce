import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_KEY_SCOPES } from '@berth/contract/rules/permissions';
import { chromium, type Page } from '@playwright/test';
import { apiOf } from '../../kit/api.ts';
import { browserOptions } from '../../kit/browser.ts';
import { type Nodes, startNodes } from '../../kit/nodes.ts';
import type { Server } from '../../kit/server.ts';
import { signUpWithOrganization } from '../../kit/test-environment.ts';
import { speakEnglish } from '../../kit/texts.ts';
import { type SimulatedFleet, startSimulatedFleet } from './simulated-fleet.ts';

/** API calls with a key that survives every kill; a call that never ends counts as failed. */
export interface Caller {
  readonly organizationId: string;
  /** An API key of the organization with all scopes. */
  readonly key: string;
  readonly call: Call;
  /** Calls one node directly, not through the balancer. */
  readonly at: (url: string) => Call;
}

/** The status and reply; status 0 if there was no reply. */
type Call = <Reply>(
  method: string,
  path: string,
  body?: object,
) => Promise<{ readonly status: number; readonly reply: Reply }>;

export interface ChaosEnvironment extends Caller {
  readonly nodes: Nodes;
  readonly fleet: SimulatedFleet;
  /** The profile of all machines. */
  readonly profileId: string;
  readonly dispose: () => Promise<void>;
}

const PATIENCE_MS = 10_000;
const CLIENT = join(import.meta.dirname, '../../../packages/client/dist');

/** Two nodes, one organization, and its machines in two processes that can be killed. */
export async function startChaosEnvironment(machines: number, program?: string): Promise<ChaosEnvironment> {
  const env = { BERTH_DEFAULT_TIER: 'pro', BERTH_LOG: 'error', BERTH_DEMO: 'off', BERTH_CLIENT: CLIENT };
  const nodes = await startNodes(2, env, program === undefined ? {} : { program });
  const folder = await mkdtemp(join(tmpdir(), 'berth-fleet-'));
  const ends: (() => Promise<void>)[] = [nodes.dispose, () => rm(folder, { recursive: true, force: true })];
  const dispose = async (): Promise<void> => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    const caller = await callerOf(nodes.server);
    const { profileId, code } = await createProfileWithCode(caller, machines);
    const fleet = await startSimulatedFleet({ url: nodes.server.url, code, machines, folder });
    ends.push(fleet.stop);
    return { ...caller, nodes, fleet, profileId, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** Creates a profile for this many machines, and an enrollment code for it. */
export async function createProfileWithCode(
  { call, organizationId }: Caller,
  machines: number,
): Promise<{ readonly profileId: string; readonly code: string }> {
  const profile = await call<{ id: string }>('POST', '/profiles', { name: `Fleet ${Date.now()}`, organizationId });
  const { reply } = await call<{ code: string }>('POST', `/organization/${organizationId}/enrollment-codes`, {
    profileId: profile.reply.id,
    deployment: 'vanilla',
    uses: machines,
    validHours: 24,
  });
  return { profileId: profile.reply.id, code: reply.code };
}

/** Signs up in a browser, creates the organization and an API key for it. */
export async function callerOf(server: Pick<Server, 'url' | 'mailTo'>): Promise<Caller> {
  const browser = await chromium.launch(browserOptions);
  try {
    const page = await browser.newPage();
    await speakEnglish(page);
    await signUpWithOrganization(page, server);
    return await callerOn(page, server);
  } finally {
    await browser.close();
  }
}

/** Creates an API key as the person logged in on this page. */
async function callerOn(page: Page, server: Pick<Server, 'url'>): Promise<Caller> {
  const api = await apiOf(page, server);
  const [organization] = await api.send<[{ id: string }]>('GET', '/organizations');
  const { key } = await api.send<{ key: string }>('POST', `/organizations/${organization.id}/api-keys`, {
    name: 'Chaos',
    scopes: API_KEY_SCOPES,
    expiresAt: null,
  });
  const at =
    (base: string): Call =>
    async (method, path, body) => {
      const headers = {
        authorization: `Bearer ${key}`,
        ...(body ? { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' } : {}),
      };
      const signal = AbortSignal.timeout(PATIENCE_MS);
      try {
        const sent = { method, headers, signal, ...(body ? { body: JSON.stringify(body) } : {}) };
        const answer = await fetch(`${base}/api${path}`, sent);
        const text = await answer.text();
        return { status: answer.status, reply: text === '' ? undefined : JSON.parse(text) };
      } catch {
        return { status: 0, reply: undefined as never };
      }
    };
  return { organizationId: organization.id, key, call: at(server.url), at };
}
