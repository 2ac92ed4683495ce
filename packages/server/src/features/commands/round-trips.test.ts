import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { runShellCommand } from '@berth/contract/api/machine-actions';
import { changeSwitches } from '@berth/contract/api/organization-settings';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addMachine, createTenant } from '../../testing/fleet.ts';
import { bootServer } from '../../testing/server.ts';

interface Statement {
  readonly traceId: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
}

/** Traces exported by the server; they contain every statement of a call or message. */
const bodies: string[] = [];
const collector = createServer((request, response) => {
  void text(request).then((body) => {
    bodies.push(body);
    response.end('{}');
  });
});
beforeAll(async () => {
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
});
afterAll(() => void collector.close());

function statements(): string[] {
  const spans = bodies.flatMap((body): Statement[] => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans);
  const roots = ['POST /api/machines/:id/shell-command', 'gateway.accepted', 'gateway.result'];
  const traces = new Set(spans.filter(({ name }) => roots.includes(name)).map(({ traceId }) => traceId));
  return spans
    .filter(({ traceId }) => traces.has(traceId))
    .flatMap(({ attributes }) => attributes.find(({ key }) => key === 'db.query.text')?.value.stringValue ?? []);
}

it('a command and its result take two transactions and eight statements', async () => {
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const server = await bootServer({ config: { tracing: { endpoint, headers: {}, serviceName: 'test' } } });
  const tenant = await createTenant(server);
  const { token } = tenant.owner;
  await server.call(changeSwitches, { params: { id: tenant.organizationId }, token, body: { shellCommands: true } });
  const machine = await addMachine(server, tenant);
  const link = await machine.connect(server.url);
  await link.next('welcome');
  const answer = link.next('command').then(({ id }) => {
    link.send({ type: 'accepted', id });
    link.send({ type: 'result', id, ok: true, output: 'up since Monday' });
  });
  const sent = { params: { id: machine.id }, query: { wait: true }, token, body: { command: 'uptime -s' } };
  const { reply } = await server.call(runShellCommand, sent);
  await answer;
  expect(reply).toMatchObject({ state: 'succeeded', result: 'up since Monday', finishedAt: expect.any(String) });
  await link.close();
  await server.stop();

  const made = statements();
  expect(made.filter((each) => each.startsWith('begin'))).toHaveLength(2);
  expect(made.filter((each) => each.endsWith('commit'))).toHaveLength(2);
  expect(made.length, made.join('\n')).toBeLessThanOrEqual(8);
});
