import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { triggerUpdate } from '@berth/contract/api/machine-actions';
import { readMachine } from '@berth/contract/api/machines';
import { eventually } from '@berth/testing/wait';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../platform/logger.ts';
import { reportToSentry } from '../../platform/reporting/sentry.ts';
import { addMachine, createTenant } from '../../testing/fleet.ts';
import { bootServer } from '../../testing/server.ts';

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A collector that stores the reports. */
const received: Received[] = [];
const collector = createServer((request, response) => {
  void text(request).then((body) => {
    received.push({ path: request.url ?? '', headers: request.headers, body });
    response.end('{}');
  });
});
let address: string;
beforeAll(async () => {
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  address = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
});
afterAll(() => void collector.close());

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
}

const spans = (): SentSpan[] =>
  received
    .filter(({ path }) => path === '/v1/traces')
    .flatMap(({ body }) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans);

describe('traces', () => {
  it("report calls and their statements in the caller's trace, without personal data", async () => {
    const tracing = { endpoint: address, headers: { 'x-tenant': 'company' }, serviceName: 'berth-test' };
    const server = await bootServer({ config: { tracing } });
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };
    await server.call(readMachine, { params: { id: machine.id }, token: tenant.owner.token, headers });
    await server.stop();

    const call = spans().find((span) => span.traceId === traceId && span.kind === 2);
    expect(call).toMatchObject({ name: 'GET /api/machines/:id', parentSpanId: 'b7ad6b7169203331' });
    expect(BigInt(call?.endTimeUnixNano ?? 0) > BigInt(call?.startTimeUnixNano ?? 0)).toBe(true);
    const statements = spans().filter(({ parentSpanId }) => parentSpanId === call?.spanId);
    expect(statements.map(({ name }) => name)).toContain('SELECT');
    const told = received.map(({ body }) => body).join();
    expect(told).not.toContain(machine.id);
    expect(told).not.toContain(tenant.owner.email);
    expect(received[0]?.headers['x-tenant']).toBe('company');
    expect(told).toContain('berth-test');
  });

  it('report machine messages and housekeeping, with commands in the trace of their sender', async () => {
    received.length = 0;
    const tracing = { endpoint: address, headers: {}, serviceName: 'berth-test' };
    const server = await bootServer({ config: { tracing } });
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    const link = await machine.connect(server.url);
    await link.next('welcome');
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
    await server.call(triggerUpdate, { params: { id: machine.id }, token: tenant.owner.token, headers });
    const { id } = await link.next('command');
    link.send({ type: 'result', id, ok: true, output: '' });
    link.send({ type: 'ping' });
    await link.next('pong');
    const named = (name: string) => spans().filter((span) => span.name === name && span.kind === 1);
    // The job that runs every second.
    await eventually(() => expect(named('webhooks.deliver')).not.toEqual([]));
    await link.close();
    await server.stop();

    expect(named('gateway.authenticate')).toHaveLength(1);
    expect(named('gateway.deliver').map((span) => span.traceId)).toContain(traceId);
    const [result] = named('gateway.result');
    expect(spans().some(({ name, parentSpanId }) => name === 'UPDATE' && parentSpanId === result?.spanId)).toBe(true);
    expect(named('gateway.ping')).toEqual([]);
    expect(received.map(({ body }) => body).join()).not.toContain(machine.id);
  });
});

describe('error reports', () => {
  it('send logged errors to Sentry, with the stack', async () => {
    const dsn = `${address.replace('//', '//public-key@')}/sub/42`;
    const reporter = reportToSentry(dsn, { release: '1.2.3', environment: 'beta' });
    const logger = createLogger('error', { write: () => undefined }, reporter);
    logger.error({ err: new RangeError('the elevator is too high') }, 'A call failed');
    logger.warn({ err: new Error('only a warning') }, 'Nothing to report');
    await reporter.flush();
    const [report] = received.filter(({ path }) => path === '/sub/api/42/envelope/');
    expect(report?.headers['x-sentry-auth']).toContain('sentry_key=public-key');
    const event = JSON.parse(report?.body.split('\n')[2] ?? '');
    expect(event).toMatchObject({ release: '1.2.3', environment: 'beta', message: { formatted: 'A call failed' } });
    expect(event.exception.values[0]).toMatchObject({ type: 'RangeError', value: 'the elevator is too high' });
    expect(event.exception.values[0].stacktrace.frames.at(-1).filename).toContain('observing.test.ts');
    expect(received.filter(({ path }) => path.endsWith('/envelope/'))).toHaveLength(1);
  });
});
