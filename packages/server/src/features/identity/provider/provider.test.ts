import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import * as oidc from 'openid-client';
import { describe, expect, it } from 'vitest';
import { createSealer } from '../../../platform/seal.ts';
import { Browser } from '../testing/browser.ts';
import { sharedStack } from '../testing/stack.ts';
import { loadSigningKeys } from './keys.ts';

const stack = await sharedStack();

describe('the signing keys', () => {
  it('are created once, however many nodes start together', async () => {
    await sql`DELETE FROM identity.signing_keys`.execute(stack.db.system);
    const sealer = createSealer(stack.secret);
    const starts = await Promise.all([1, 2, 3].map(() => loadSigningKeys(stack.db.system, sealer)));
    const ids = starts.map((keys) => keys.map(({ kid }) => kid).join());
    expect(new Set(ids).size).toBe(1);
    expect(starts[0]).toHaveLength(1);
  });

  it('can be decrypted only with the key of the server that created them', async () => {
    await loadSigningKeys(stack.db.system, createSealer(stack.secret));
    await expect(loadSigningKeys(stack.db.system, createSealer(Buffer.alloc(32)))).rejects.toThrow();
  });

  it('are published without their private parts', async () => {
    const { keys } = JSON.parse(await (await fetch(`${stack.publicUrl}/oidc/jwks`)).text());
    expect(keys).toHaveLength(1);
    expect(Object.keys(keys[0]).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
  });
});

describe('the provider', () => {
  it('uses its public address, whatever host a request names', async () => {
    const asked = new URL(`${stack.publicUrl}/oidc/.well-known/openid-configuration`);
    const answer = await new Promise<string>((resolve, reject) => {
      const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
      request(asked, { headers }, (response) => resolve(text(response)))
        .on('error', reject)
        .end();
    });
    const { issuer, ...addresses } = JSON.parse(answer);
    expect(issuer).toBe(`${stack.publicUrl}/oidc`);
    for (const name of ['authorization_endpoint', 'token_endpoint', 'device_authorization_endpoint', 'jwks_uri']) {
      expect(addresses[name]).toMatch(new RegExp(`^${stack.publicUrl}/oidc/`));
    }
    expect(answer).not.toContain('evil');
  });

  it('publishes its metadata where OAuth clients look for it (RFC 8414)', async () => {
    const issuer = `${stack.publicUrl}/oidc`;
    const answer = await fetch(`${stack.publicUrl}/.well-known/oauth-authorization-server/oidc`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    const found = await oidc.discovery(new URL(issuer), 'berth-console', undefined, oidc.None(), {
      algorithm: 'oauth2',
      execute: [oidc.allowInsecureRequests],
    });
    expect(found.serverMetadata()).toMatchObject({ issuer, token_endpoint: `${issuer}/token` });
  });

  it('shows its errors on our error page, as text', async () => {
    const { url } = await new Browser().open(
      `${stack.publicUrl}/oidc/auth?client_id=%3Cscript%3E&redirect_uri=https://evil.example`,
      (at) => at.pathname === '/error',
    );
    expect(url.origin).toBe(stack.publicUrl);
    expect(url.searchParams.get('error')).toBeTruthy();
    expect(url.searchParams.get('error_description')).toBeTruthy();
  });

  it('requires PKCE and the code flow', async () => {
    const party = await stack.consoleParty();
    const { authorization } = await party.begin();
    const without = new URL(authorization);
    without.searchParams.delete('code_challenge');
    without.searchParams.delete('code_challenge_method');
    const implicit = new URL(authorization);
    implicit.searchParams.set('response_type', 'id_token token');
    for (const url of [without, implicit]) {
      const back = await party.returnTo(new Browser(), url);
      expect(new URLSearchParams(back.hash.slice(1)).get('error')).toMatch(/invalid_request|unsupported_response_type/);
    }
  });

  it('issues tokens for our API only', async () => {
    const party = await stack.consoleParty();
    const { authorization } = await party.begin({ resource: 'https://elsewhere.example/api' });
    const back = await party.returnTo(new Browser(), authorization);
    expect(new URLSearchParams(back.hash.slice(1)).get('error')).toBe('invalid_target');
  });

  it('replies to a malformed form with an error, not a 500', async () => {
    const answer = await fetch(`${stack.publicUrl}/oidc/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"grant_type":',
    });
    expect(answer.status).toBe(400);
    const oversize = await fetch(`${stack.publicUrl}/oidc/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'x'.repeat(70_000) }),
    });
    expect(oversize.status).toBeLessThan(500);
  });
});
