import { accessToken } from '@berth/web/data/access-token.ts';
import { stubStorage } from '@berth/web/testing/browser.ts';
import { startLoopback } from '@berth/web/testing/loopback.ts';
import { expect, test } from 'vitest';
import { beginAttempt, challengeOf, takeAttempt } from './attempt.ts';
import { codeOf, exchangeCode, type Provider } from './provider.ts';

const ORIGIN = 'http://127.0.0.1:8090';
const provider = (origin: string): Provider => ({
  issuer: `${origin}/oidc`,
  authorizationEndpoint: `${origin}/oidc/auth`,
  tokenEndpoint: `${origin}/oidc/token`,
  deviceEndpoint: undefined,
  clientId: 'berth-machine',
  scope: 'openid email berth',
});

function idToken(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'RS256' })}.${part(claims)}.signature`;
}

test('the challenge is the one of RFC 7636, appendix B', async () => {
  const challenge = await challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk');
  expect(challenge).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
});

test('a login requests a code in the fragment, bound to this window', async () => {
  stubStorage('sessionStorage');
  const address = new URL(await beginAttempt(provider('https://cloud.example'), ORIGIN, 'de-DE'));
  const attempt = takeAttempt();
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    client_id: 'berth-machine',
    redirect_uri: `${ORIGIN}/access_token`,
    response_type: 'code',
    response_mode: 'fragment',
    state: attempt?.state,
    nonce: attempt?.nonce,
    code_challenge: await challengeOf(attempt?.verifier ?? ''),
    code_challenge_method: 'S256',
  });
  expect(takeAttempt()).toBeUndefined();
});

const attempt = { state: 's', nonce: 'n', verifier: 'v', redirectUri: `${ORIGIN}/access_token` };

test.each([
  ['code=abc&state=other', 'invalid_state'],
  ['code=abc', 'invalid_state'],
  ['state=s', 'invalid_answer'],
  ['state=s&error=access_denied&error_description=No', 'access_denied'],
])('the response %s is refused as %s', (answer, code) => {
  expect(() => codeOf(answer, attempt)).toThrow(expect.objectContaining({ code }));
});

test('a response without a login is refused: another window or site sent it', () => {
  expect(() => codeOf('code=abc&state=s', undefined)).toThrow(expect.objectContaining({ code: 'invalid_state' }));
});

test('a code is exchanged for this window’s token', async () => {
  stubStorage('sessionStorage');
  const { origin, received } = await startLoopback(({ headers }) => {
    const host = `http://${headers.host}`;
    const id_token = idToken({ iss: `${host}/oidc`, aud: 'berth-machine', nonce: 'n' });
    return { body: { access_token: 'person', expires_in: 900, id_token } };
  });
  await exchangeCode(provider(origin), attempt, codeOf('code=abc&state=s', attempt));
  expect(await accessToken()).toBe('person');
  expect(Object.fromEntries(new URLSearchParams(received[0]?.body))).toEqual({
    grant_type: 'authorization_code',
    code: 'abc',
    redirect_uri: attempt.redirectUri,
    code_verifier: 'v',
    client_id: 'berth-machine',
  });
});

test.each([
  ['another nonce', { nonce: 'other' }],
  ['another audience', { aud: 'berth-console' }],
  ['another issuer', { iss: 'https://evil.example' }],
])('an identity with %s is refused, and no token is stored', async (_what, wrong) => {
  stubStorage('sessionStorage');
  const { origin } = await startLoopback(({ headers }) => {
    const claims = { iss: `http://${headers.host}/oidc`, aud: 'berth-machine', nonce: 'n', ...wrong };
    return { body: { access_token: 'person', expires_in: 900, id_token: idToken(claims) } };
  });
  await expect(exchangeCode(provider(origin), attempt, 'abc')).rejects.toMatchObject({ code: 'invalid_id_token' });
  expect(await accessToken()).toBeUndefined();
});
