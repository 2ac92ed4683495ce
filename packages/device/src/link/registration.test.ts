import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createIdentity } from '../state/identity.ts';
import { CloudError, enroll, freshToken, giveRecoveryKey } from './registration.ts';

const KEY = Array.from({ length: 8 }, () => 'cbdefghi').join('-');

/** What answers in the cloud's place: to a request for a nonce like the cloud, to others with `answer`. */
async function between(answer: (reply: ServerResponse) => void, isHonest = true) {
  const server = createServer((request, reply) => {
    if (isHonest && request.url?.endsWith('/challenge')) {
      reply.end(JSON.stringify({ nonce: 'a-nonce', expiresInSeconds: 60 }));
    } else answer(reply);
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
}

const ANSWERS: [string, (reply: ServerResponse) => void][] = [
  ['a login page', (reply) => reply.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>')],
  ['nothing', (reply) => reply.end()],
  ['other JSON', (reply) => reply.end('[]')],
  ['a redirect', (reply) => reply.writeHead(302, { location: 'http://login.example/' }).end()],
  ['a refusal of its own', (reply) => reply.writeHead(403).end('<h1>Blocked</h1>')],
];

test.each(ANSWERS)(
  'a proxy that answers with %s neither registers nor keeps a key, and may pass',
  async (_, answer) => {
    const identity = createIdentity();
    const passing = expect.toSatisfy((error: unknown) => error instanceof CloudError && error.shouldRetry());
    const base = await between(answer);
    await expect(enroll(base, identity, { code: 'ABCD-EFGH' })).rejects.toEqual(passing);
    await expect(giveRecoveryKey(base, identity, KEY)).rejects.toEqual(passing);
    await expect(freshToken(await between(answer, false), identity)).rejects.toEqual(passing);
  },
);

test('a refusal of the cloud stays one', async () => {
  const error = { status: 403, code: 'enrollment-code-invalid', message: 'Unknown code.' };
  const base = await between((reply) => reply.writeHead(403).end(JSON.stringify({ error })));
  const refused = await enroll(base, createIdentity(), { code: 'ABCD-EFGH' }).catch((thrown: unknown) => thrown);
  expect(refused).toMatchObject({ message: 'Unknown code.' });
  expect((refused as CloudError).shouldRetry()).toBe(false);
});
