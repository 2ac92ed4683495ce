import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_KEY_SCOPES } from '@berth/contract/rules/api-keys';
import { chromium } from '@playwright/test';
import { apiOf } from '../../kit/api.ts';
import { browserOptions } from '../../kit/browser.ts';
import { settleIn } from '../../kit/harbour.ts';
import { type Nodes, startNodes } from '../../kit/nodes.ts';
import type { Server } from '../../kit/server.ts';
import { speakEnglish } from '../../kit/texts.ts';
import { type Crew, startCrew } from './crew.ts';

/** Calls with a key that outlives every kill; a call that does not end counts as failed. */
export interface Caller {
  readonly organizationId: string;
  /** The status, and what was answered; status 0 where nothing was. */
  readonly call: <Reply>(
    method: string,
    path: string,
    body?: object,
  ) => Promise<{ readonly status: number; readonly reply: Reply }>;
}

export interface ChaosHarbour extends Caller {
  readonly nodes: Nodes;
  readonly crew: Crew;
  readonly profileId: string;
  readonly dispose: () => Promise<void>;
}

const PATIENCE_MS = 10_000;

/** Two nodes, one organisation, and its machines in two processes that can be killed. */
export async function openHarbour(machines: number): Promise<ChaosHarbour> {
  const nodes = await startNodes(2, { BERTH_DEFAULT_TIER: 'pro', BERTH_LOG: 'error', BERTH_DEMO: 'off' });
  const folder = await mkdtemp(join(tmpdir(), 'berth-crew-'));
  const ends: (() => Promise<void>)[] = [nodes.dispose, () => rm(folder, { recursive: true, force: true })];
  const dispose = async (): Promise<void> => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    const caller = await callerOf(nodes.server);
    const { call, organizationId } = caller;
    const profile = await call<{ id: string }>('POST', '/profiles', { name: 'Crew', organizationId });
    const code = await call<{ code: string }>('POST', `/organization/${organizationId}/enrolment-codes`, {
      profileId: profile.reply.id,
      deployment: 'vanilla',
      uses: machines,
      validHours: 24,
    });
    const crew = await startCrew(nodes.server.url, code.reply.code, machines, folder);
    ends.push(crew.stop);
    return { ...caller, nodes, crew, profileId: profile.reply.id, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** Signs up in a browser, makes the organisation and a key for it. */
export async function callerOf(server: Pick<Server, 'url' | 'mailTo'>): Promise<Caller> {
  const browser = await chromium.launch(browserOptions);
  try {
    const page = await browser.newPage();
    await speakEnglish(page);
    await settleIn(page, server);
    const api = await apiOf(page, server);
    const [organization] = await api.send<[{ id: string }]>('GET', '/organizations');
    const { key } = await api.send<{ key: string }>('POST', `/organizations/${organization.id}/api-keys`, {
      name: 'Chaos',
      scopes: API_KEY_SCOPES,
      expiresAt: null,
    });
    return {
      organizationId: organization.id,
      call: async (method, path, body) => {
        const headers = {
          authorization: `Bearer ${key}`,
          ...(body ? { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' } : {}),
        };
        const signal = AbortSignal.timeout(PATIENCE_MS);
        try {
          const sent = { method, headers, signal, ...(body ? { body: JSON.stringify(body) } : {}) };
          const answer = await fetch(`${server.url}/api${path}`, sent);
          const text = await answer.text();
          return { status: answer.status, reply: text === '' ? undefined : JSON.parse(text) };
        } catch {
          return { status: 0, reply: undefined as never };
        }
      },
    };
  } finally {
    await browser.close();
  }
}
