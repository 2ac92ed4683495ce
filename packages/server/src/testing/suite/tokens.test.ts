import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { listOrganizations } from '@berth/contract/api/organizations';
import { exportJWK, importJWK, type JWTHeaderParameters, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSigningKeys, publicPart } from '../../features/identity/provider/keys.ts';
import { createSealer } from '../../platform/seal.ts';
import { bootServer, type TestServer } from '../server.ts';

type Key = Parameters<SignJWT['sign']>[0];

let server: TestServer;
let key: Key;
let jwks: { keys: { kid?: string; n?: string }[] };
const subject = '0b8f3c1e-5f8c-4d43-9d0e-0d7a5a6f3c11';
const stranger: KeyObject = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

beforeAll(async () => {
  server = await bootServer();
  const [jwk] = await loadSigningKeys(server.database.db.system, createSealer(server.database.secret));
  key = await importJWK(jwk ?? {}, 'RS256');
  jwks = (await (await fetch(`${server.url}/oidc/jwks`)).json()) as typeof jwks;
});
afterAll(() => server.stop());

const now = () => Math.floor(Date.now() / 1_000);

interface Made {
  readonly claims?: Record<string, unknown>;
  readonly header?: { readonly [name in keyof JWTHeaderParameters]?: JWTHeaderParameters[name] | undefined };
  readonly key?: Key;
}

/** A token that is valid except for the test's changes. */
function make({ claims = {}, header = {}, key: other }: Made = {}): Promise<string> {
  const all = {
    iss: `${server.url}/oidc`,
    aud: `${server.url}/api`,
    sub: subject,
    email: 'ann@example.org',
    permissions: [],
    iat: now(),
    exp: now() + 600,
    ...claims,
  };
  const kid = jwks.keys[0]?.kid;
  const head = { alg: 'RS256', typ: 'at+jwt', ...(kid && { kid }), ...header } as JWTHeaderParameters;
  return new SignJWT(all).setProtectedHeader(head).sign(other ?? key);
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Replaces one part of a token's payload without signing it again. */
async function tampered(): Promise<string> {
  const [head = '', payload = '', signature = ''] = (await make()).split('.');
  const claims: object = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return [head, encode({ ...claims, permissions: ['platform:admin'] }), signature].join('.');
}

/** The classic attack: the public key as the secret of a symmetric signature. */
async function confused(format: 'pem' | 'jwk'): Promise<string> {
  const [, payload] = (await make()).split('.');
  const publicKey = await importJWK(publicPart(jwks.keys[0] ?? {}), 'RS256');
  if (publicKey instanceof Uint8Array) throw new TypeError('no public key');
  const { KeyObject: Keys } = await import('node:crypto');
  const exported = Keys.from(publicKey);
  const secret =
    format === 'pem' ? exported.export({ type: 'spki', format: 'pem' }) : JSON.stringify(await exportJWK(publicKey));
  const head = encode({ alg: 'HS256', typ: 'at+jwt', kid: jwks.keys[0]?.kid });
  return `${head}.${payload}.${createHmac('sha256', secret).update(`${head}.${payload}`).digest('base64url')}`;
}

const forgeries: readonly (readonly [what: string, token: () => Promise<string> | string])[] = [
  [
    'without a signature (alg none)',
    async () => `${encode({ alg: 'none', typ: 'at+jwt' })}.${(await make()).split('.')[1]}.`,
  ],
  [
    'with alg none in other letters',
    async () => `${encode({ alg: 'nOnE', typ: 'at+jwt' })}.${(await make()).split('.')[1]}.`,
  ],
  ['signed with the public key as a secret (PEM)', () => confused('pem')],
  ['signed with the public key as a secret (JWK)', () => confused('jwk')],
  ['signed with another key under our key ID', () => make({ key: stranger })],
  [
    'that brings its own key',
    async () =>
      make({
        key: stranger,
        header: { jwk: await exportJWK(generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey) },
      }),
  ],
  [
    'that names a key elsewhere',
    () => make({ key: stranger, header: { jku: 'http://127.0.0.1:1/jwks', kid: 'other-nodes' } }),
  ],
  ['with an unknown key ID', () => make({ header: { kid: '../../../dev/null' } })],
  ['whose payload was changed', tampered],
  ['of another issuer', () => make({ claims: { iss: 'https://login.example.org' } })],
  ['for another audience', () => make({ claims: { aud: 'berth-console' } })],
  ['for no audience', () => make({ claims: { aud: undefined } })],
  ['that expired', () => make({ claims: { iat: now() - 700, exp: now() - 60 } })],
  ['that is not valid yet', () => make({ claims: { nbf: now() + 600 } })],
  ['that never expires', () => make({ claims: { exp: undefined } })],
  ['that is an ID token', () => make({ header: { typ: 'JWT' }, claims: { aud: 'berth-console', nonce: 'n' } })],
  ['that is an ID token for the API', () => make({ header: { typ: 'JWT' } })],
  ['without a type', () => make({ header: { typ: undefined } })],
  ['without a subject', () => make({ claims: { sub: undefined } })],
  ['whose subject is not an ID', () => make({ claims: { sub: "' or 1=1 --" } })],
  ['that is not a token', () => 'abc'],
  ['that is empty between dots', () => '..'],
  ['that is far too long', async () => `${await make()}${'a'.repeat(9_000)}`],
];

describe('an access token', () => {
  it('that is valid admits its person', async () => {
    const { status } = await server.call(listOrganizations, { token: await make() });
    expect(status).toBe(200);
  });

  it.each(forgeries)('%s is rejected', async (_, token) => {
    const { status, error, headers } = await server.call(listOrganizations, { token: await token() });
    expect([status, error.code]).toEqual([401, 'unauthenticated']);
    expect(headers.get('www-authenticate')).toMatch(/^Bearer/);
  });

  it('is read from the Authorization header only', async () => {
    const token = await make();
    const address = `${server.url}/api/organizations`;
    const other = [
      fetch(`${address}?access_token=${token}`),
      fetch(address, { headers: { cookie: `access_token=${token}; token=${token}` } }),
      fetch(address, { headers: { authorization: `Basic ${token}` } }),
      fetch(address, { headers: { authorization: `Bearer ${token}, Bearer ${token}` } }),
    ];
    expect((await Promise.all(other)).map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  });
});
