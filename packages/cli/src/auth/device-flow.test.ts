import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { EXIT } from '../errors.ts';
import { logIn, renew, revoke } from './device-flow.ts';

type Reply = readonly [status: number, body: object | string];

const TOKENS: Reply = [200, { access_token: 'token', refresh_token: 'renewal', expires_in: 600 }];
const PENDING: Reply = [400, { error: 'authorization_pending' }];
/** As a proxy says that the server behind it is down. */
const DOWN: Reply = [503, '<h1>Service Unavailable</h1>'];

/** An identity provider whose token endpoint gives these replies in turn, the last one again and again. */
async function startProvider(...replies: Reply[]) {
  const asked: { readonly path: string; readonly form: URLSearchParams }[] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    asked.push({ path, form: new URLSearchParams(await text(request)) });
    const [status, body] = replyTo(path);
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const replyTo = (path: string): Reply => {
    if (path === '/config.json')
      return [200, { identity: { authority: url, machineClientId: 'cli', scope: 'openid' } }];
    if (path.includes('.well-known')) {
      return [
        200,
        {
          device_authorization_endpoint: `${url}/device`,
          token_endpoint: `${url}/token`,
          revocation_endpoint: `${url}/end`,
        },
      ];
    }
    if (path === '/device') {
      return [200, { device_code: 'd', user_code: 'ABCD', verification_uri: `${url}/enter`, interval: 0.01 }];
    }
    if (path === '/end') return [200, ''];
    if (path !== '/token') return [404, 'Not found'];
    return (replies.length > 1 ? replies.shift() : replies[0]) ?? PENDING;
  };
  return { url, asked };
}

it('a login goes on after the server was away for a moment', async () => {
  const { url } = await startProvider(PENDING, DOWN, TOKENS);
  expect(await logIn(url, () => {})).toMatchObject({ accessToken: 'token', refreshToken: 'renewal' });
});

it('a session is not taken for ended because the server is down', async () => {
  const { url } = await startProvider(TOKENS, DOWN, [400, { error: 'invalid_grant' }]);
  const session = await logIn(url, () => {});
  await expect(renew(session)).rejects.toMatchObject({ exit: EXIT.offline });
  expect(await renew(session)).toBeUndefined();
});

it('a session ends at the address that the provider names', async () => {
  const { url, asked } = await startProvider(TOKENS);
  await revoke(await logIn(url, () => {}));
  const last = asked.at(-1);
  expect([last?.path, last?.form.get('token')]).toEqual(['/end', 'renewal']);
});
