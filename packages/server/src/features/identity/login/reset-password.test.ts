import * as oidc from 'openid-client';
import { describe, expect, it } from 'vitest';
import { Browser } from '../testing/browser.ts';
import { interactionUrl, logIn, mailedToken, mailsTo, PASSWORD, redirectOf, signUp } from '../testing/people.ts';
import { sharedStack } from '../testing/stack.ts';

const NEW_PASSWORD = 'frisches-Heu-22*';
const stack = await sharedStack();
const party = await stack.consoleParty();

const browser = new Browser();
const forgot = (email: string) => browser.post(`${stack.publicUrl}/identity/forgot-password`, { email });
const reset = (token: string, password = NEW_PASSWORD) =>
  browser.post(`${stack.publicUrl}/identity/reset-password`, { token, password });

describe('a forgotten password', () => {
  it('is replaced with the mailed link, once; all sessions end; the owner is notified', async () => {
    const email = 'ada@example.org';
    const { tokens } = await signUp(stack, party, email);
    expect(await forgot('Ada@Example.org')).toMatchObject({ status: 202, body: { status: 'sent-if-known' } });
    const token = await mailedToken(stack, email, 'reset');

    expect(await reset(token)).toMatchObject({ status: 200, body: { email } });
    expect(await reset(token, 'noch-ein-Heu-22*')).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid-code' } },
    });

    await expect(stack.identity.authenticate(tokens.access_token)).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(oidc.refreshTokenGrant(party.configuration, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    await expect(logIn(stack, party, email, { password: PASSWORD })).rejects.toThrow('Not logged in: 401');
    await logIn(stack, party, email, { password: NEW_PASSWORD });
    expect((await mailsTo(stack, email)).at(-1)).toContain('Passwort geändert');
  });

  it('ends a login that has not returned to its client yet', async () => {
    const email = 'early@example.org';
    await signUp(stack, party, email);
    const intruder = new Browser();
    const attempt = await party.begin();
    const url = interactionUrl(stack, await party.openLoginPage(intruder, attempt));
    const way = redirectOf(await intruder.post(`${url}/login`, { email, password: PASSWORD }));

    await forgot(email);
    await reset(await mailedToken(stack, email, 'reset'));
    await expect(party.returnTo(intruder, way).then((at) => attempt.finish(at))).rejects.toThrow();
  });

  it('replies to an unknown address in the same way and sends no mail', async () => {
    await signUp(stack, party, 'known@example.org');
    const [known, unknown] = [await forgot('known@example.org'), await forgot('unknown@example.org')];
    expect(unknown.status).toBe(known.status);
    expect(unknown.body).toEqual(known.body);
    expect(await mailsTo(stack, 'unknown@example.org')).toEqual([]);
    expect(await mailsTo(stack, 'known@example.org')).toHaveLength(2);
  });

  it('does not consume the link for a rejected password', async () => {
    const email = 'picky@example.org';
    await signUp(stack, party, email);
    await forgot(email);
    const token = await mailedToken(stack, email, 'reset');
    expect(await reset(token, 'Password1!')).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid-input', faults: [{ rule: 'commonPassword' }] } },
    });
    expect(await reset(token)).toMatchObject({ status: 200 });
  });

  it('accepts one of two concurrent uses of the link', async () => {
    const email = 'race@example.org';
    await signUp(stack, party, email);
    await forgot(email);
    const token = await mailedToken(stack, email, 'reset');
    const statuses = (await Promise.all([reset(token), reset(token)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 400]);
  });

  it('rejects a forged link, and sends at most five mails an hour', async () => {
    expect(await reset('made-up-made-up-made-up')).toMatchObject({ status: 400 });
    for (const email of ['known@example.org', 'unknown@example.org']) {
      let last: number | undefined;
      for (let mail = 0; mail < 6; mail += 1) last = (await forgot(email)).status;
      expect(last).toBe(429);
    }
  });
});
