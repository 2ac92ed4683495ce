import {
  addPasskey,
  confirmTotp,
  readAccount,
  removePasskey,
  removeTotp,
  startPasskey,
  startTotp,
} from '@berth/contract/api/account';
import { describe, expect, it } from 'vitest';
import { Authenticator } from '../testing/authenticator.ts';
import { Browser } from '../testing/browser.ts';
import { as, interactionUrl, type LoggedIn, PASSWORD, redirectOf, signUp } from '../testing/people.ts';
import { sharedStack } from '../testing/stack.ts';
import { stepAt, totpCode } from './totp.ts';

const stack = await sharedStack();
const party = await stack.consoleParty();

async function openLoginPage() {
  const browser = new Browser();
  const attempt = await party.begin();
  const url = interactionUrl(stack, await party.openLoginPage(browser, attempt));
  return {
    post: (path: string, body: unknown) => browser.post(`${url}/${path}`, body),
    finish: async (answer: { status: number; body: unknown }) =>
      attempt.finish(await party.returnTo(browser, redirectOf(answer))),
  };
}

/** The code that an authenticator app shows now; each call a step later, because no code works twice. */
function nextCode(secret: string): string {
  stack.clock.advance(30_000);
  return totpCode(fromBase32(secret), stepAt(stack.clock.now()));
}

function fromBase32(secret: string): Buffer {
  const bits = Array.from(secret, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('');
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
}

async function withTotp(email: string) {
  const person = await signUp(stack, party, email);
  const { secret, uri } = (await as(stack, person, startTotp, { body: { password: PASSWORD } })).reply;
  expect(uri).toContain(secret);
  const confirmed = await as(stack, person, confirmTotp, { body: { code: nextCode(secret) } });
  return { person, secret, recoveryCodes: confirmed.reply.recoveryCodes ?? [] };
}

describe('an authenticator app', () => {
  it('is required after the password, and each code works once', async () => {
    const email = 'totp@example.org';
    const { person, secret, recoveryCodes } = await withTotp(email);
    expect(recoveryCodes).toHaveLength(10);
    expect((await as(stack, person, readAccount)).reply).toMatchObject({ totp: true, recoveryCodesLeft: 10 });

    const login = await openLoginPage();
    expect(await login.post('second-factor', { code: nextCode(secret) })).toMatchObject({ status: 410 });
    const halfway = await login.post('login', { email, password: PASSWORD });
    expect(halfway).toMatchObject({
      status: 403,
      body: { error: { code: 'second-factor-required', faults: [{ rule: 'totp' }] } },
    });
    expect(await login.post('second-factor', { code: '000000' })).toMatchObject({ status: 400 });
    const code = nextCode(secret);
    const tokens = await login.finish(await login.post('second-factor', { code }));
    expect(tokens.claims()).toMatchObject({ email, amr: ['pwd', 'otp', 'mfa'] });

    const replay = await openLoginPage();
    await replay.post('login', { email, password: PASSWORD });
    expect(await replay.post('second-factor', { code })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid-code' } },
    });
  });

  it('can be replaced by a recovery code, once, in any spelling', async () => {
    const email = 'recovery@example.org';
    const { person, recoveryCodes } = await withTotp(email);
    const written = (recoveryCodes[0] ?? '').toUpperCase().replace('-', '');
    const login = await openLoginPage();
    await login.post('login', { email, password: PASSWORD });
    const tokens = await login.finish(await login.post('second-factor', { code: written }));
    expect(tokens.claims()).toMatchObject({ email });
    expect((await as(stack, person, readAccount)).reply).toMatchObject({ recoveryCodesLeft: 9 });
    const again = await openLoginPage();
    await again.post('login', { email, password: PASSWORD });
    expect(await again.post('second-factor', { code: written })).toMatchObject({ status: 400 });
  });

  it('gives no access after the password alone', async () => {
    const email = 'half@example.org';
    await withTotp(email);
    const browser = new Browser();
    const attempt = await party.begin();
    const uid = await party.openLoginPage(browser, attempt);
    await browser.post(`${interactionUrl(stack, uid)}/login`, { email, password: PASSWORD });
    const { url } = await browser.open(`${stack.publicUrl}/oidc/auth/${uid}`, (at) => at.pathname === '/session/login');
    expect(url.searchParams.get('interaction')).not.toBe(uid);
  });

  it('limits code guesses', async () => {
    const email = 'guess@example.org';
    const { secret } = await withTotp(email);
    const login = await openLoginPage();
    await login.post('login', { email, password: PASSWORD });
    for (let attempt = 0; attempt < 10; attempt += 1) await login.post('second-factor', { code: '000000' });
    expect(await login.post('second-factor', { code: nextCode(secret) })).toMatchObject({ status: 429 });
  });

  it('is active only after a code confirmed it, and removed with the password', async () => {
    const email = 'unproven@example.org';
    const person = await signUp(stack, party, email);
    expect((await as(stack, person, startTotp, { body: { password: 'falsch-Heu-22*' } })).status).toBe(401);
    const { secret } = (await as(stack, person, startTotp, { body: { password: PASSWORD } })).reply;
    const login = await openLoginPage();
    await login.finish(await login.post('login', { email, password: PASSWORD }));

    expect((await as(stack, person, confirmTotp, { body: { code: nextCode(secret) } })).status).toBe(200);
    expect((await as(stack, person, startTotp, { body: { password: PASSWORD } })).error.code).toBe(
      'authenticator-already-set-up',
    );
    expect((await as(stack, person, removeTotp, { body: { password: 'falsch-Heu-22*' } })).status).toBe(401);
    expect((await as(stack, person, removeTotp, { body: { password: PASSWORD } })).status).toBe(204);
    expect((await as(stack, person, readAccount)).reply).toMatchObject({ totp: false, recoveryCodesLeft: 0 });
    const without = await openLoginPage();
    await without.finish(await without.post('login', { email, password: PASSWORD }));
  });
});

describe('a passkey', () => {
  async function ceremony(options: unknown) {
    const { challenge } = options as { challenge: string };
    return { challenge, origin: stack.publicUrl, rpId: 'localhost' };
  }

  async function withPasskey(email: string, key = new Authenticator()) {
    const person = await signUp(stack, party, email);
    const added = await add(person, key);
    return { person, key, ...added.reply };
  }

  async function add(person: LoggedIn, key: Authenticator) {
    const options = (await as(stack, person, startPasskey, { body: { password: PASSWORD } })).reply;
    const credential = key.create(await ceremony(options));
    return as(stack, person, addPasskey, { body: { name: 'Mein Telefon', credential } });
  }

  it('logs in without a password', async () => {
    const email = 'passkey@example.org';
    const { person, key, passkey, recoveryCodes } = await withPasskey(email);
    expect(passkey).toMatchObject({ name: 'Mein Telefon', lastUsedAt: null });
    expect(recoveryCodes).toHaveLength(10);

    const login = await openLoginPage();
    const options = (await login.post('passkey/options', null)).body;
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] });
    const answer = await login.post('passkey', { credential: key.get(await ceremony(options)) });
    expect((await login.finish(answer)).claims()).toMatchObject({ email, amr: ['hwk', 'mfa'] });
    expect((await as(stack, person, readAccount)).reply.passkeys).toMatchObject([{ lastUsedAt: expect.any(String) }]);
  });

  it('is the second factor after a password, with recovery codes as a fallback', async () => {
    const email = 'second@example.org';
    const { key, recoveryCodes } = await withPasskey(email);
    const login = await openLoginPage();
    expect(await login.post('login', { email, password: PASSWORD })).toMatchObject({
      status: 403,
      body: { error: { code: 'second-factor-required', faults: [{ rule: 'passkey' }] } },
    });
    const options = (await login.post('passkey/options', null)).body;
    expect(options).toMatchObject({ allowCredentials: [{ id: key.id.toString('base64url') }] });
    const answer = await login.post('passkey', { credential: key.get(await ceremony(options)) });
    expect((await login.finish(answer)).claims()).toMatchObject({ email });

    const fallback = await openLoginPage();
    await fallback.post('login', { email, password: PASSWORD });
    await fallback.finish(await fallback.post('second-factor', { code: recoveryCodes?.[0] }));
  });

  it('is rejected if it is another person’s, copied, replayed, for another page, or without user verification', async () => {
    const { key } = await withPasskey('owner@example.org');
    const other = await withPasskey('thief@example.org');
    const refused = { status: 401, body: { error: { code: 'login-failed' } } };

    const halfway = await openLoginPage();
    await halfway.post('login', { email: 'owner@example.org', password: PASSWORD });
    const second = await ceremony((await halfway.post('passkey/options', null)).body);
    expect(await halfway.post('passkey', { credential: other.key.get(second) })).toMatchObject(refused);

    const login = await openLoginPage();
    const asked = await ceremony((await login.post('passkey/options', null)).body);
    const phished = key.get({ ...asked, origin: 'https://evil.example' });
    const elsewhere = key.get({ ...asked, rpId: 'evil.example' });
    const otherChallenge = key.get({ ...asked, challenge: second.challenge });
    key.verifiesUser = false;
    const unasked = key.get(asked);
    key.verifiesUser = true;
    const unknown = new Authenticator().get(asked);
    for (const credential of [phished, elsewhere, otherChallenge, unasked, unknown, {}, { id: 'x' }]) {
      expect(await login.post('passkey', { credential })).toMatchObject(refused);
    }
    // A copied authenticator continues the counter.
    await login.post('passkey', { credential: key.get(asked) });
    key.counter = 2;
    const later = await openLoginPage();
    const copy = key.get(await ceremony((await later.post('passkey/options', null)).body));
    expect(await later.post('passkey', { credential: copy })).toMatchObject(refused);
  });

  it('is added once, for its own challenge, and removed with the password', async () => {
    const { person, key, passkey } = await withPasskey('add@example.org');
    expect((await add(person, key)).error.code).toBe('passkey-taken');
    const stale = new Authenticator().create({ challenge: 'AAAA', origin: stack.publicUrl, rpId: 'localhost' });
    const guessed = await as(stack, person, addPasskey, { body: { name: 'x', credential: stale } });
    expect(guessed.error.code).toBe('invalid-code');

    const params = { passkeyId: passkey.id };
    const stranger = await signUp(stack, party, 'stranger@example.org');
    const remove = (who: LoggedIn, password: string) => as(stack, who, removePasskey, { params, body: { password } });
    expect((await remove(stranger, PASSWORD)).status).toBe(404);
    expect((await remove(person, 'falsch-Heu-22*')).status).toBe(401);
    expect((await remove(person, PASSWORD)).status).toBe(204);
    expect((await as(stack, person, readAccount)).reply).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
  });
});
