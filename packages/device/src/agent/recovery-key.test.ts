import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { storeRecoveryKey } from '@berth/contract/api/machine-actions';
import type { OrganizationId } from '@berth/contract/ids';
import { expect, it, onTestFinished } from 'vitest';
import { CloudError, giveRecoveryKey } from '../link/registration.ts';
import { createIdentity } from '../state/identity.ts';
import { memoryStore } from '../state/store.ts';
import type { Log } from '../system/log.ts';
import { eventually } from '../testing/wait.ts';
import { RecoveryKeyHandover } from './recovery-key.ts';

const ORGANIZATION = '00000000-0000-4000-8000-000000000001' as OrganizationId;
const OTHER = '00000000-0000-4000-8000-000000000002' as OrganizationId;
const KEY = Array.from({ length: 8 }, () => 'cbdefghi').join('-');
const DAY_MS = 86_400_000;

function open({ fails = [], retryMs }: { fails?: Error[]; retryMs?: number } = {}) {
  const machine: { key: string | null; now: number } = { key: KEY, now: Date.UTC(2026, 10, 28) };
  const sent: string[] = [];
  const said: unknown[] = [];
  const say = (...words: unknown[]) => void said.push(words);
  const log: Log = { debug: say, info: say, warn: say, error: say };
  const store = memoryStore();
  const start = () =>
    new RecoveryKeyHandover({
      image: { recoveryKey: async () => machine.key },
      store,
      send: async (key) => {
        sent.push(key);
        const error = fails.shift();
        if (error) throw error;
      },
      log,
      now: () => machine.now,
      ...(retryMs !== undefined && { retryMs }),
    });
  return { machine, sent, said, store, start };
}

it('hands the key over once, also after a restart, and never writes it into the log or the state', async () => {
  const { sent, said, store, start } = open();
  await start().handOver(ORGANIZATION);
  await start().handOver(ORGANIZATION);
  expect(sent).toEqual([KEY]);
  expect(JSON.stringify([said, store.state])).not.toContain('cbdefghi');
});

it('hands it over again if the acknowledgement was lost', async () => {
  const { sent, said, start } = open({ fails: [new Error('The cloud does not answer.')], retryMs: 1 });
  const handover = start();
  await handover.handOver(ORGANIZATION);
  await eventually(() => expect(sent).toEqual([KEY, KEY]));
  await handover.handOver(ORGANIZATION);
  expect(sent).toHaveLength(2);
  expect(JSON.stringify(said)).not.toContain('cbdefghi');
});

it('waits for the next welcome if the cloud is too old to know the call', async () => {
  const { sent, start } = open({ fails: [new CloudError(404, 'not-found', 'Not found.')], retryMs: 1 });
  const handover = start();
  await handover.handOver(ORGANIZATION);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(sent).toHaveLength(1);
  await handover.handOver(ORGANIZATION);
  expect(sent).toHaveLength(2);
});

it('hands over a new key, to a new organization, and again after 30 days', async () => {
  const { machine, sent, start } = open();
  const handover = start();
  await handover.handOver(ORGANIZATION);
  await handover.handOver(OTHER);
  machine.key = KEY.replaceAll('c', 'v');
  await handover.handOver(OTHER);
  machine.now += 31 * DAY_MS;
  await handover.handOver(OTHER);
  expect(sent).toEqual([KEY, KEY, machine.key, machine.key]);
});

it('sends nothing if the disk is not encrypted', async () => {
  const { machine, sent, start } = open();
  machine.key = null;
  await start().handOver(ORGANIZATION);
  expect(sent).toEqual([]);
});

it('proves the machine to the cloud with the key', async () => {
  const calls: { readonly method: string | undefined; readonly url: string | undefined; readonly body: string }[] = [];
  const cloud = createServer(async (request, response) => {
    calls.push({ method: request.method, url: request.url, body: await text(request) });
    if (request.method === 'PUT') response.writeHead(204).end();
    else response.end(JSON.stringify({ nonce: 'a-nonce', expiresInSeconds: 60 }));
  });
  onTestFinished(() => void cloud.close());
  await once(cloud.listen(0, '127.0.0.1'), 'listening');
  const { port } = cloud.address() as AddressInfo;
  const identity = createIdentity();
  await giveRecoveryKey(`http://127.0.0.1:${port}/api`, identity, KEY);
  const url = `/api${storeRecoveryKey.path.replace('{id}', identity.id)}`;
  expect(calls.at(-1)).toMatchObject({ method: 'PUT', url });
  expect(JSON.parse(calls.at(-1)?.body ?? '')).toEqual({ machineToken: expect.any(String), recoveryKey: KEY });
});
