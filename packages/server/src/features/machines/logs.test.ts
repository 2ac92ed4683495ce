import { LogEntry, listMachineLogs } from '@berth/contract/api/machines';
import { eventually } from '@berth/testing/wait';
import { expect, it } from 'vitest';
import { addMachine, createTenant, rowsOf } from '../../testing/fleet.ts';
import { sharedServer } from '../../testing/server.ts';

const server = await sharedServer();
const tenant = await createTenant(server);
const machine = await addMachine(server, tenant);
const link = await machine.connect(server.url);
await link.next('welcome');

const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

function entries(query: { count?: number; debug?: boolean } = {}) {
  return server.call(listMachineLogs, { params: { id: machine.id }, token: tenant.owner.token, query });
}

async function stored(count: number) {
  await eventually(async () => expect(await rowsOf(server, 'select 1 from machine_logs')).toHaveLength(count));
}

it('shows the last 15 entries, newest first, none older than 30 days, each once', async () => {
  const log = Array.from({ length: 20 }, (_, index) => ({
    id: `entry-${index}`,
    time: ago(index * 2),
    type: 'LOGIN_SUCCESS',
    message: `login ${index}`,
  }));
  link.send({ type: 'log', entries: log });
  link.send({ type: 'log', entries: log.slice(0, 5) });
  await stored(20);
  const { reply } = await entries();
  expect(reply.map(({ message }) => message)).toEqual(Array.from({ length: 15 }, (_, index) => `login ${index}`));
  expect((await entries({ count: 2 })).reply).toHaveLength(2);
  expect((await entries({ count: 16 })).error.code).toBe('invalid-input');
});

it('accepts entries with a wrong clock, an unknown type, or broken text', async () => {
  link.send({
    type: 'log',
    entries: [
      { id: 'future', time: '2999-01-01T00:00:00Z', type: 'SERVICINGD_UPDATE_RUN', message: 'from the future' },
      { id: 'new', time: ago(0), type: 'INVENTED_LATER', message: 'unknown type' },
      { id: 'nul', time: ago(0), type: 'DEBUG', message: 'nul\u0000 and half \ud800 a pair' },
    ],
  });
  await stored(23);
  const shown = (await entries()).reply;
  const future = shown.find(({ id }) => id === 'future');
  expect(Date.parse(future?.time ?? '')).toBeLessThanOrEqual(Date.now());
  expect(shown.map(({ type }) => type)).not.toContain('DEBUG');
  const debug = (await entries({ debug: true })).reply.filter(({ type }) => type === 'DEBUG');
  expect(debug.map(({ message }) => message)).toEqual(
    expect.arrayContaining(['unknown type', 'nul and half \ufffd a pair']),
  );
});

it.each(LogEntry.properties.type.enum)('keeps entries of type %s', async (type) => {
  const other = await addMachine(server, tenant);
  const connected = await other.connect(server.url);
  await connected.next('welcome');
  connected.send({ type: 'log', entries: [{ id: 'only', time: ago(0), type, message: 'as the machine said it' }] });
  await eventually(async () => {
    const sent = { params: { id: other.id }, token: tenant.owner.token, query: { debug: true } };
    const { reply } = await server.call(listMachineLogs, sent);
    expect(reply).toMatchObject([{ type, message: 'as the machine said it' }]);
  });
  await connected.close();
});

it('shows nothing older than 30 days', async () => {
  const other = await addMachine(server, tenant);
  const connected = await other.connect(server.url);
  await connected.next('welcome');
  const log = [31, 29.9].map((days) => ({
    id: `d${days}`,
    time: ago(days),
    type: 'LOGIN_SUCCESS',
    message: `${days}`,
  }));
  connected.send({ type: 'log', entries: log });
  await eventually(async () => {
    const { reply } = await server.call(listMachineLogs, {
      params: { id: other.id },
      token: tenant.owner.token,
      query: {},
    });
    expect(reply.map(({ message }) => message)).toEqual(['29.9']);
  });
  await connected.close();
});
