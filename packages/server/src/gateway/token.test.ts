import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { MACHINE_TOKEN_TYPE } from '@berth/contract/device/messages';
import type { MachineId } from '@berth/contract/ids';
import { MACHINE_NONCE_TTL_MS } from '@berth/contract/limits';
import { type JWK, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { createNonces, type UseNonce } from './nonce.ts';
import { machineIdOf, verifyMachineToken } from './token.ts';

interface Keys {
  readonly id: MachineId;
  readonly jwk: JWK;
  readonly privateKey: KeyObject;
}

function makeKeys(): Keys {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { kty, crv, x } = publicKey.export({ format: 'jwk' });
  const jwk = { kty: String(kty), crv: String(crv), x: String(x) };
  return { id: machineIdOf(Buffer.from(jwk.x, 'base64url')), jwk, privateKey };
}

function sign(keys: Keys, claims: Record<string, unknown>, header: Record<string, unknown> = {}): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'EdDSA', typ: MACHINE_TOKEN_TYPE, jwk: keys.jwk, ...header })
    .sign(keys.privateKey);
}

const audience = 'https://berth.example';

describe('machine token', () => {
  const mine = makeKeys();
  const other = makeKeys();
  const expected = { audience, accepts: (nonce: string) => nonce === 'the-nonce' };
  const good = { sub: mine.id, nonce: 'the-nonce', aud: audience };

  it('is valid if signed over the nonce by the key whose hash is the ID', async () => {
    const proven = await verifyMachineToken(await sign(mine, good), mine.id, expected);
    expect(proven?.id).toBe(mine.id);
    expect(proven?.publicKey.toString('base64url')).toBe(mine.jwk.x);
  });

  it.each([
    ['another machine copies the id', () => sign(other, good)],
    ['the subject is another machine', () => sign(mine, { ...good, sub: other.id })],
    ['the nonce is not the one given', () => sign(mine, { ...good, nonce: 'another' })],
    ['there is no nonce', () => sign(mine, { sub: mine.id, aud: audience })],
    ['it is for another server', () => sign(mine, { ...good, aud: 'https://evil.example' })],
    ['it is for no server', () => sign(mine, { sub: mine.id, nonce: 'the-nonce' })],
    ['the key in the header is not the one it is signed with', () => sign(other, good, { jwk: mine.jwk })],
    ['it is of another type', () => sign(mine, good, { typ: 'JWT' })],
    ['it carries the private key', () => sign(mine, good, { jwk: mine.privateKey.export({ format: 'jwk' }) })],
    ['the key is encoded differently', () => sign(mine, good, { jwk: { ...mine.jwk, x: `${mine.jwk.x}=` } })],
    ['it is not signed', () => unsigned(good)],
    ['it is signed with the public key as a shared secret', () => confused(good)],
    ['it is not a token', async () => 'not.a.token'],
  ])('is rejected when %s', async (_what, token) => {
    expect(await verifyMachineToken(await token(), mine.id, expected)).toBeUndefined();
  });

  function encode(part: unknown): string {
    return Buffer.from(JSON.stringify(part)).toString('base64url');
  }

  async function unsigned(claims: Record<string, unknown>): Promise<string> {
    return `${encode({ alg: 'none', typ: MACHINE_TOKEN_TYPE, jwk: mine.jwk })}.${encode(claims)}.`;
  }

  function confused(claims: Record<string, unknown>): Promise<string> {
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: MACHINE_TOKEN_TYPE, jwk: mine.jwk })
      .sign(Buffer.from(String(mine.jwk.x), 'base64url'));
  }
});

describe('nonce', () => {
  const machine = makeKeys().id;
  const key = randomBytes(32);
  /** Used nonces in a shared store, like the nodes' database. */
  function usedOnce(): UseNonce {
    const used = new Set<string>();
    return async (nonce) => used.size < used.add(nonce).size;
  }

  it('is accepted once from its machine, by any server with the key', async () => {
    const use = usedOnce();
    const nonce = createNonces(key, audience, use).issue(machine);
    expect(await createNonces(key, audience, use).accepts(nonce, machine)).toBe(true);
    expect(await createNonces(key, audience, use).accepts(nonce, machine)).toBe(false);
  });

  it('is rejected for another machine, under another key, changed, or forged, without being consumed', async () => {
    const use = usedOnce();
    const nonces = createNonces(key, audience, use);
    const nonce = nonces.issue(machine);
    const otherKey = createNonces(randomBytes(32), audience, use);
    expect(await nonces.accepts(nonce, makeKeys().id)).toBe(false);
    expect(await otherKey.accepts(nonce, machine)).toBe(false);
    for (const wrong of [
      `x${nonce}`,
      nonce.replace(/\.[^.]+\./, '.zzzzzzzzzz.'),
      '',
      'a',
      'a.b',
      'a.b.c',
      `${nonce}.more`,
    ]) {
      expect(await nonces.accepts(wrong, machine)).toBe(false);
    }
    expect(await nonces.accepts(nonce, machine)).toBe(true);
  });

  it('is rejected after it expired', async () => {
    let now = 1_700_000_000_000;
    const nonces = createNonces(key, audience, usedOnce(), () => now);
    const [soon, late] = [nonces.issue(machine), nonces.issue(machine)];
    now += MACHINE_NONCE_TTL_MS - 1;
    expect(await nonces.accepts(soon, machine)).toBe(true);
    now += 1;
    expect(await nonces.accepts(late, machine)).toBe(false);
  });
});
