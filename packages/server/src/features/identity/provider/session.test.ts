import { createHash } from 'node:crypto';
import { AUTH_TOKEN_LEEWAY_S } from '@berth/contract/limits';
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { sql } from 'kysely';
import * as oidc from 'openid-client';
import { describe, expect, it } from 'vitest';
import { Browser } from '../testing/browser.ts';
import { logIn, signUp } from '../testing/people.ts';
import { sharedStack } from '../testing/stack.ts';

const email = 'ada@example.org';
const stack = await sharedStack();
const party = await stack.consoleParty();
await signUp(stack, party, email);

const refused = { error: 'invalid_grant' };

/** A person whose client has its own key. */
async function logInWithKey() {
  const { browser } = await logIn(stack, party, email);
  const attempt = await party.begin({ prompt: 'none' });
  const key = await party.makeKey();
  return { browser, key, tokens: await attempt.finish(await party.returnTo(browser, attempt.authorization), key) };
}

/** Moves rotations back in time, past the overlap. */
async function endOverlaps(): Promise<void> {
  await sql`UPDATE identity.provider_records SET consumed_at = consumed_at - interval '61 seconds'`.execute(
    stack.db.system,
  );
}

describe('renewing with a refresh token that is bound to a key', () => {
  it('works for two tabs at once and again after a lost reply', async () => {
    const { tokens, key } = await logInWithKey();
    const both = await Promise.all([1, 2].map(() => party.renew(tokens.refresh_token, key)));
    await endOverlaps();
    const later = await party.renew(tokens.refresh_token, key);
    for (const renewed of [...both, later]) {
      expect(renewed).toMatchObject({ token_type: 'bearer', refresh_token: tokens.refresh_token });
      expect(await stack.identity.authenticate(renewed.access_token)).toMatchObject({ email });
    }
  });

  it('fails without the key and with another one', async () => {
    const { tokens, key } = await logInWithKey();
    await expect(party.renew(tokens.refresh_token)).rejects.toMatchObject(refused);
    await expect(party.renew(tokens.refresh_token, await party.makeKey())).rejects.toMatchObject(refused);
    expect((await party.renew(tokens.refresh_token, key)).access_token).toBeTruthy();
  });

  it('works for a client whose clock is wrong', async () => {
    const ahead = await stack.consoleParty(7_200);
    const key = await ahead.makeKey();
    const { browser } = await logIn(stack, party, email);
    const attempt = await party.begin({ prompt: 'none' });
    const tokens = await attempt.finish(await party.returnTo(browser, attempt.authorization), key);
    expect((await party.renew(tokens.refresh_token, key)).access_token).toBeTruthy();
  });
});

describe('renewing with an unbound refresh token', () => {
  it('gives a new refresh token each time', async () => {
    const { tokens } = await logIn(stack, party, email);
    const renewed = await party.renew(tokens.refresh_token);
    expect(renewed.access_token).not.toBe(tokens.access_token);
    expect(renewed.refresh_token).not.toBe(tokens.refresh_token);
    expect(await stack.identity.authenticate(renewed.access_token)).toMatchObject({ email });
    expect(renewed.claims()).toMatchObject({ sub: tokens.claims()?.sub });
    expect((await party.renew(renewed.refresh_token)).access_token).toBeTruthy();
  });

  it('keeps the session if two tabs renew at once or a reply is lost', async () => {
    const { tokens } = await logIn(stack, party, email);
    const both = await Promise.all([1, 2].map(() => party.renew(tokens.refresh_token)));
    const again = await party.renew(tokens.refresh_token);
    for (const { refresh_token } of [...both, again]) {
      expect((await party.renew(refresh_token)).access_token).toBeTruthy();
    }
  });

  it('ends all its tokens when one is used again later', async () => {
    const { tokens, browser } = await logIn(stack, party, email);
    const renewed = await party.renew(tokens.refresh_token);
    await stack.identity.authenticate(renewed.access_token);
    await endOverlaps();
    await expect(party.renew(tokens.refresh_token)).rejects.toMatchObject(refused);
    await expect(party.renew(renewed.refresh_token)).rejects.toMatchObject(refused);
    for (const { access_token } of [tokens, renewed]) {
      await expect(stack.identity.authenticate(access_token)).rejects.toMatchObject({ code: 'unauthenticated' });
    }

    const silent = await party.begin({ prompt: 'none' });
    const next = await silent.finish(await party.returnTo(browser, silent.authorization));
    expect(await stack.identity.authenticate(next.access_token)).toMatchObject({ email });
  });
});

describe('exchanging a code', () => {
  it('twice ends the access token and the refresh token too', async () => {
    const { browser } = await logIn(stack, party, email);
    const attempt = await party.begin({ prompt: 'none' });
    const callback = await party.returnTo(browser, attempt.authorization);
    const tokens = await attempt.finish(callback);
    await stack.identity.authenticate(tokens.access_token);
    await expect(attempt.finish(callback)).rejects.toMatchObject(refused);
    await expect(stack.identity.authenticate(tokens.access_token)).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(party.renew(tokens.refresh_token)).rejects.toMatchObject(refused);
  });

  it('three times at once returns tokens to one at most, and they are void', async () => {
    const { browser } = await logIn(stack, party, email);
    const attempt = await party.begin({ prompt: 'none' });
    const callback = await party.returnTo(browser, attempt.authorization);
    const results = await Promise.allSettled([1, 2, 3].map(() => attempt.finish(callback)));
    const given = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(given.length).toBeLessThanOrEqual(1);
    for (const { access_token } of given) {
      await expect(stack.identity.authenticate(access_token)).rejects.toMatchObject({ code: 'unauthenticated' });
    }
  });

  it('requires the redirect_uri of its authorization request, and that request requires one', async () => {
    const { browser } = await logIn(stack, party, email);
    const attempt = await party.begin({ prompt: 'none' });
    const without = new URL(attempt.authorization);
    without.searchParams.delete('redirect_uri');
    const { url } = await browser.open(without, (at) => at.pathname === '/error');
    expect(url.searchParams.get('error_description')).toContain('redirect_uri');

    const callback = await party.returnTo(browser, attempt.authorization);
    const answer = await fetch(`${stack.publicUrl}/oidc/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: 'berth-console',
        code: new URLSearchParams(callback.hash.slice(1)).get('code') ?? '',
        code_verifier: 'x'.repeat(43),
      }),
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error_description: expect.stringContaining('redirect_uri') });
  });
});

describe('silent login', () => {
  it('works with the session (prompt=none), and returns login_required without one', async () => {
    const { browser } = await logIn(stack, party, email);
    const silent = await party.begin({ prompt: 'none' });
    const tokens = await silent.finish(await party.returnTo(browser, silent.authorization));
    expect(tokens.claims()).toMatchObject({ email });

    const attempt = await party.begin({ prompt: 'none' });
    const answer = await party.returnTo(new Browser(), attempt.authorization);
    expect(new URLSearchParams(answer.hash.slice(1)).get('error')).toBe('login_required');
  });

  it('keeps the tokens of other tabs', async () => {
    const { browser, tokens } = await logIn(stack, party, email);
    const silent = await party.begin({ prompt: 'none' });
    await silent.finish(await party.returnTo(browser, silent.authorization));
    expect((await oidc.refreshTokenGrant(party.configuration, tokens.refresh_token ?? '')).access_token).toBeTruthy();
  });
});

describe('logging out', () => {
  it('asks no confirmation of our client, and ends the session with its tokens', async () => {
    const { browser, tokens } = await logIn(stack, party, email);
    await stack.identity.authenticate(tokens.access_token);
    const end = oidc.buildEndSessionUrl(party.configuration, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: `${stack.publicUrl}/`,
      state: 'back-again',
    });
    const answer = await browser.fetch(end);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(`${stack.publicUrl}/?state=back-again`);

    await expect(oidc.refreshTokenGrant(party.configuration, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    await expect(stack.identity.authenticate(tokens.access_token)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(browser.cookies.map(({ name }) => name)).not.toContain('berth_session');
    const attempt = await party.begin({ prompt: 'none' });
    const unknown = await party.returnTo(browser, attempt.authorization);
    expect(unknown.hash).toContain('login_required');
  });

  it('keeps the sessions of other browsers', async () => {
    const here = await logIn(stack, party, email);
    const there = await logIn(stack, party, email);
    await here.browser.fetch(
      oidc.buildEndSessionUrl(party.configuration, { id_token_hint: here.tokens.id_token ?? '' }),
    );
    expect(await stack.identity.authenticate(there.tokens.access_token)).toMatchObject({ email });
  });

  it('asks for confirmation if another site started it', async () => {
    const { browser, tokens } = await logIn(stack, party, email);
    const end = oidc.buildEndSessionUrl(party.configuration);
    const page = await browser.fetch(end);
    const text = await page.text();
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(text).toContain('Von Berth abmelden?');
    expect(await stack.identity.authenticate(tokens.access_token)).toMatchObject({ email });

    const done = await browser.open((await browser.submit(text, end, { logout: 'yes' })).headers.get('location') ?? '');
    expect(await done.response?.text()).toContain('Sie sind abgemeldet.');
    await expect(stack.identity.authenticate(tokens.access_token)).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it('serves every page with a policy that allows its own script only', async () => {
    const page = await new Browser().fetch(oidc.buildEndSessionUrl(party.configuration));
    const script = /<script>([\s\S]*?)<\/script>/.exec(await page.text())?.[1] ?? '';
    const hash = createHash('sha256').update(script).digest('base64');
    const policy = page.headers.get('content-security-policy')?.split(';') ?? [];
    expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", `script-src 'sha256-${hash}'`]));
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it('asks for confirmation if the ID token belongs to another person', async () => {
    const other = await signUp(stack, party, 'eve@example.org');
    const { browser, tokens } = await logIn(stack, party, email);
    const end = oidc.buildEndSessionUrl(party.configuration, { id_token_hint: other.tokens.id_token ?? '' });
    expect(await (await browser.fetch(end)).text()).toContain('Von Berth abmelden?');
    expect(await stack.identity.authenticate(tokens.access_token)).toMatchObject({ email });
  });
});

describe('an access token', () => {
  it('is rejected if forged in any of the usual ways', async () => {
    const { tokens } = await logIn(stack, party, email);
    const [header = '', payload = '', signature = ''] = tokens.access_token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const { kid } = decodeProtectedHeader(tokens.access_token);
    const foreign = await generateKeyPair('RS256', { extractable: true });
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const signed = (changes: object, head: object = {}) =>
      new SignJWT({ ...claims, ...changes })
        .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: kid ?? '', ...head })
        .sign(foreign.privateKey);
    const jwks = await (await fetch(`${stack.publicUrl}/oidc/jwks`)).text();

    const forgeries: Record<string, string> = {
      'no algorithm': `${encode({ alg: 'none', typ: 'at+jwt' })}.${payload}.`,
      'public key as secret': await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: kid ?? '' })
        .sign(Buffer.from(jwks)),
      'another key': await signed({}),
      'a key of its own in the header': await signed({}, { jwk: await exportJWK(foreign.publicKey) }),
      'changed claims': `${header}.${encode({ ...claims, permissions: ['platform:admin'] })}.${signature}`,
      'no signature': `${header}.${payload}.`,
      'the ID token': tokens.id_token ?? '',
      'the refresh token': tokens.refresh_token ?? '',
      nothing: '',
      'not a token': 'a.b.c',
    };
    for (const [name, forged] of Object.entries(forgeries)) {
      await expect(stack.identity.authenticate(forged), name).rejects.toMatchObject({ code: 'unauthenticated' });
    }
  });

  it('expires, even after an earlier check', async () => {
    const { tokens } = await logIn(stack, party, email);
    await stack.identity.authenticate(tokens.access_token);
    const { iat = 0, exp = 0 } = decodeJwt(tokens.access_token);
    expect(exp - iat).toBe(600);
    const over = (exp + AUTH_TOKEN_LEEWAY_S) * 1_000;
    stack.clock.stopAt(over - 1);
    await stack.identity.authenticate(tokens.access_token);
    stack.clock.stopAt(over);
    await expect(stack.identity.authenticate(tokens.access_token)).rejects.toMatchObject({ code: 'unauthenticated' });
    stack.clock.goOn();
  });
});

describe('at rest', () => {
  it('keeps tokens, codes, keys, and email addresses unreadable in the provider tables', async () => {
    const { tokens } = await logIn(stack, party, email);
    const { rows } = await sql<{ row: string }>`
      SELECT to_jsonb(r)::text AS row FROM identity.provider_records r
      UNION ALL SELECT to_jsonb(k)::text FROM identity.signing_keys k`.execute(stack.db.system);
    const dump = rows.map(({ row }) => row).join('\n');
    expect(rows.length).toBeGreaterThan(3);
    for (const secret of [tokens.refresh_token ?? '', email, '"d"', 'code_challenge']) {
      expect(dump).not.toContain(secret);
    }
  });

  it('is not accessible to the role that serves tenants', async () => {
    await expect(sql`SELECT 1 FROM identity.accounts`.execute(stack.db.app)).rejects.toMatchObject({ code: '42501' });
  });
});
