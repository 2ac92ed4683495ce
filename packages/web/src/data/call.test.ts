import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { logIn, readInteraction } from '@berth/contract/api/identity';
import { listMachineLogs, readMachine, renameMachine } from '@berth/contract/api/machines';
import { changeProfile } from '@berth/contract/api/profiles';
import type { MachineId, ProfileId } from '@berth/contract/ids';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { duringRenewal, setRenewalFailed, setRenewer, storeAccessToken } from './access-token.ts';
import { setApiBase } from './api-base.ts';
import { type ApiError, RequiredError, SignedOutError } from './api-error.ts';
import { call } from './call.ts';

const id = 'a'.repeat(32) as MachineId;
const profileId = '00000000-0000-4000-8000-000000000001' as ProfileId;

const ENDED = {
  status: 401,
  body: JSON.stringify({ error: { status: 401, code: 'unauthenticated', message: 'Log in', requestId: 'r0' } }),
};

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

let server: Server;
let received: Received[] = [];
let answer: { status: number; body: string } = { status: 200, body: '{}' };
/** A token that the server refuses. */
let ended: string | undefined;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url, headers } = request;
    received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    const refused = ended !== undefined && headers.authorization === `Bearer ${ended}`;
    const { status, body } = refused ? ENDED : answer;
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // AddressInfo, because it listens on a port.
  setApiBase(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api`);
});

afterAll(() => server.close());

beforeEach(() => {
  const items = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
  storeAccessToken('a-token', Date.now() + 3_600_000);
  received = [];
  ended = undefined;
  setRenewer(undefined);
  answer = { status: 200, body: '{}' };
});

describe('a call', () => {
  it('goes to its path with the bearer token', async () => {
    answer = { status: 200, body: '{"name":"Lobby 7"}' };
    const reply = await call(renameMachine, { params: { id }, body: { name: 'Lobby 7' } });
    expect(reply.name).toBe('Lobby 7');
    const [request] = received;
    expect(request).toMatchObject({ method: 'PATCH', url: `/api/machines/${id}/name`, body: '{"name":"Lobby 7"}' });
    expect(request?.headers).toMatchObject({ authorization: 'Bearer a-token', 'content-type': 'application/json' });
  });

  it('omits unset query parameters', async () => {
    await call(listMachineLogs, { params: { id }, query: { count: 15, debug: true } });
    expect(received[0]?.url).toBe(`/api/machines/${id}/logs?count=15&debug=true`);
    await call(listMachineLogs, { params: { id }, query: {} });
    expect(received[1]?.url).toBe(`/api/machines/${id}/logs`);
  });

  it('sends the revision it changes, and the patch type', async () => {
    await call(changeProfile, {
      params: { id: profileId },
      body: { definition: {} },
      mediaType: 'application/merge-patch+json',
      ifMatch: 7,
    });
    expect(received[0]?.headers).toMatchObject({ 'if-match': '"7"', 'content-type': 'application/merge-patch+json' });
  });

  it('of a login goes to the root without a token', async () => {
    await call(readInteraction, { params: { uid: 'abc' } });
    expect(received[0]?.url).toBe('/identity/interactions/abc');
    expect(received[0]?.headers.authorization).toBeUndefined();
  });

  it('without a path parameter throws a RequiredError that names it, and sends nothing', async () => {
    const attempt = call(readMachine, {});
    await expect(attempt).rejects.toBeInstanceOf(RequiredError);
    await expect(attempt).rejects.toMatchObject({ field: 'id' });
    expect(received).toEqual([]);
  });

  it('without authentication is logged as a bug and sends nothing', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    sessionStorage.removeItem('access_token');
    await expect(call(readMachine, { params: { id } })).rejects.toBeInstanceOf(SignedOutError);
    expect(log).toHaveBeenCalledWith(expect.stringContaining('machines.read'));
    expect(received).toEqual([]);
  });

  it('waits for token renewal and uses the new token', async () => {
    const renewal = Promise.withResolvers<void>();
    const renewing = duringRenewal(() => renewal.promise);
    const calling = call(readMachine, { params: { id } });
    storeAccessToken('a-newer-token', Date.now() + 3_600_000);
    renewal.resolve();
    await Promise.all([renewing, calling]);
    expect(received.map(({ headers }) => headers.authorization)).toEqual(['Bearer a-newer-token']);
  });
});

describe('a token that the server refuses before it expires', () => {
  beforeEach(() => {
    ended = 'a-token';
  });

  it('is replaced, and the call is repeated', async () => {
    setRenewer(async () => storeAccessToken('a-newer-token', Date.now() + 3_600_000));
    answer = { status: 200, body: '{"name":"Lobby 7"}' };
    expect(await call(readMachine, { params: { id } })).toMatchObject({ name: 'Lobby 7' });
    expect(received.map(({ headers }) => headers.authorization)).toEqual(['Bearer a-token', 'Bearer a-newer-token']);
  });

  it('redirects to the login if it cannot be replaced', async () => {
    const onFailed = vi.fn();
    setRenewalFailed(onFailed);
    setRenewer(() => Promise.reject(new Error('invalid_grant')));
    await expect(call(readMachine, { params: { id } })).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(onFailed).toHaveBeenCalledOnce();
    expect(received).toHaveLength(1);
  });
});

describe('a refused call', () => {
  const refusal = (): Promise<ApiError> =>
    call(logIn, { params: { uid: 'abc' } }).then(Promise.reject, (error) => error);

  it('throws the status, code, message and faults of the standard error format', async () => {
    const faults = [{ path: '/email', rule: 'pattern', message: 'must match' }];
    const error = { status: 400, code: 'invalid-input', message: 'One field is wrong', faults, requestId: 'r1' };
    answer = { status: 400, body: JSON.stringify({ error }) };
    expect(await refusal()).toMatchObject(error);
  });

  it('keeps status and text of another reply, such as a proxy’s page', async () => {
    answer = { status: 502, body: '<h1>Bad Gateway</h1>' };
    expect(await refusal()).toMatchObject({ status: 502, code: 'unknown', message: '<h1>Bad Gateway</h1>' });
  });

  it('throws `offline` when the server is unreachable', async () => {
    const before = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
    setApiBase('http://127.0.0.1:1/api');
    expect(await refusal()).toMatchObject({ status: 0, code: 'offline' });
    setApiBase(before);
  });
});
