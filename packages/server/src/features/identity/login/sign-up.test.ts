import { EMAIL_RULES, PASSWORD_RULES } from '@berth/contract/testing/rules-outside-profile';
import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { faultPaths, testBreaches } from '../../../testing/rule-breaches.ts';
import { Browser } from '../testing/browser.ts';
import {
  interactionUrl,
  logIn,
  mailedCode,
  mailedToken,
  mailsTo,
  PASSWORD,
  redirectOf,
  signUp,
} from '../testing/people.ts';
import { sharedStack } from '../testing/stack.ts';

const stack = await sharedStack();
const party = await stack.consoleParty();

/** Opens the login page in a new browser. */
async function openLoginPage(language?: string, extra?: Record<string, string>) {
  const browser = new Browser(language);
  const attempt = await party.begin(extra);
  const url = interactionUrl(stack, await party.openLoginPage(browser, attempt));
  return { browser, attempt, url };
}

describe('creating an account', () => {
  it('confirms the address with the mailed code and returns tokens for the API', async () => {
    const { browser, attempt, url } = await openLoginPage();
    const page = await browser.fetch(url);
    expect(await page.json()).toEqual({ prompt: 'login', clientName: 'Berth', loginHint: null, cancelTo: null });

    const sent = await browser.post(`${url}/sign-up`, {
      email: 'Ada@Example.org',
      password: PASSWORD,
      termsAccepted: true,
    });
    expect(sent).toMatchObject({ status: 202, body: { status: 'verification-sent' } });

    const code = await mailedCode(stack, 'ada@example.org');
    const verified = await browser.post(`${url}/verify-email`, { email: 'ADA@example.org', code });
    expect(verified.status).toBe(200);

    const callback = await party.returnTo(browser, redirectOf(verified));
    expect(callback.search).toBe('');
    const tokens = await attempt.finish(callback);
    expect(tokens.claims()).toMatchObject({ email: 'ada@example.org', email_verified: true, aud: 'berth-console' });
    expect(await stack.identity.authenticate(tokens.access_token)).toEqual({
      userId: tokens.claims()?.sub,
      email: 'ada@example.org',
      permissions: [],
      sessionId: expect.any(String),
    });
    expect(decodeJwt(tokens.access_token)).toMatchObject({ permissions: [] });
    expect(tokens.refresh_token).toBeTruthy();
  });

  it('marks the platform administrator in the token', async () => {
    const { tokens } = await signUp(stack, party, 'root@example.org');
    expect(await stack.identity.authenticate(tokens.access_token)).toMatchObject({ permissions: ['platform:admin'] });
    expect(decodeJwt(tokens.access_token)).toMatchObject({ permissions: ['platform:admin'] });
  });

  it('confirms the address with the link too, in any browser, once', async () => {
    const { browser, url } = await openLoginPage();
    const email = 'link@example.org';
    await browser.post(`${url}/sign-up`, { email, password: PASSWORD, termsAccepted: true });
    const token = await mailedToken(stack, email, 'verify');

    const elsewhere = new Browser();
    const address = `${stack.publicUrl}/identity/verify-email`;
    const password = PASSWORD;
    expect(await elsewhere.post(address, { token, password })).toMatchObject({ status: 200, body: { email } });
    expect(await elsewhere.post(address, { token, password })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid-code' } },
    });
    expect((await logIn(stack, party, email)).tokens.claims()).toMatchObject({ email });
  });

  it('confirms no address by a link alone: a stranger may have signed up with it', async () => {
    const { browser, url } = await openLoginPage();
    const email = 'victim@example.org';
    await browser.post(`${url}/sign-up`, { email, password: PASSWORD, termsAccepted: true });
    const token = await mailedToken(stack, email, 'verify');
    const address = `${stack.publicUrl}/identity/verify-email`;
    const owner = new Browser();
    expect(await owner.post(address, { token })).toMatchObject({ status: 400 });
    const refused = await owner.post(address, { token, password: 'meine-Wiese-24*' });
    expect(refused).toMatchObject({ status: 401, body: { error: { code: 'login-failed' } } });
    await expect(logIn(stack, party, email)).rejects.toThrow('Not logged in');
  });

  it.each([
    ['en-GB', {}, 'confirmation code'],
    ['de-CH', {}, 'Bestätigungscode'],
    ['ru', {}, 'Код подтверждения'],
    ['en', { ui_locales: 'ru' }, 'Код подтверждения'],
  ])('mails in the language of the browser (%s %j)', async (language, extra, subject) => {
    const { browser, url } = await openLoginPage(language, extra);
    const email = `words-${Math.random().toString(36).slice(2)}@example.org`;
    await browser.post(`${url}/sign-up`, { email, password: PASSWORD, termsAccepted: true });
    expect((await mailsTo(stack, email))[0]).toContain(subject);
  });

  it('mails in the language of the page, whatever the browser and the login request', async () => {
    const { browser, url } = await openLoginPage('de-DE', { ui_locales: 'ru' });
    const email = 'chosen@example.org';
    await browser.post(`${url}/sign-up`, { email, password: PASSWORD, termsAccepted: true, language: 'eng' });
    expect((await mailsTo(stack, email))[0]).toContain('confirmation code');
  });

  it.each([
    ['listed', 'Password1!', '/password', 'commonPassword'],
    ['own address', 'Guessable-1!', '/password', 'containsEmail'],
  ])('rejects a guessable password (%s)', async (_, password, path, rule) => {
    const { browser, url } = await openLoginPage();
    const answer = await browser.post(`${url}/sign-up`, {
      email: 'guessable@example.org',
      password,
      termsAccepted: true,
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid-input', faults: [{ path, rule }] } },
    });
    expect(await mailsTo(stack, 'guessable@example.org')).toEqual([]);
  });
});

describe('a valid address or password is accepted, an invalid one rejected with the field name', () => {
  const signUp = async (body: object) => {
    const { browser, url } = await openLoginPage();
    const answer = await browser.post(`${url}/sign-up`, { termsAccepted: true, ...body });
    return { saved: answer.status === 202, refused: faultPaths(answer.body), stored: undefined };
  };

  testBreaches(
    EMAIL_RULES.map((each) => ({ ...each, at: '/email' })),
    (value) => signUp({ password: PASSWORD, ...Object(value) }),
  );
  testBreaches(
    PASSWORD_RULES.map((each) => ({ ...each, at: '/password' })),
    (value) => signUp({ email: `rules-${Math.random().toString(36).slice(2)}@example.org`, ...Object(value) }),
  );
});

describe('the code', () => {
  it('is void after ten wrong attempts, even if the eleventh is right', async () => {
    const { browser, url } = await openLoginPage();
    const email = 'guessed@example.org';
    await browser.post(`${url}/sign-up`, { email, password: PASSWORD, termsAccepted: true });
    const code = await mailedCode(stack, email);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect(await browser.post(`${url}/verify-email`, { email, code: wrong })).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid-code' } },
      });
    }
    expect(await browser.post(`${url}/verify-email`, { email, code })).toMatchObject({ status: 400 });
  });

  it('is sent again, and the new one replaces the old one', async () => {
    const { browser, url } = await openLoginPage();
    const email = 'again@example.org';
    await browser.post(`${url}/sign-up`, { email, password: PASSWORD, termsAccepted: true });
    const first = await mailedCode(stack, email);
    const asked = await browser.post(`${url}/send-code-again`, { email, language: 'rus' });
    expect(asked).toMatchObject({ status: 202, body: { status: 'verification-sent' } });
    const mails = await mailsTo(stack, email);
    expect(mails).toHaveLength(2);
    expect(mails.at(-1)).toContain('Код подтверждения');
    const second = await mailedCode(stack, email);
    if (first !== second) {
      expect(await browser.post(`${url}/verify-email`, { email, code: first })).toMatchObject({ status: 400 });
    }
    expect(await browser.post(`${url}/verify-email`, { email, code: second })).toMatchObject({ status: 200 });
  });

  it('is not sent to an address without a pending account in this browser', async () => {
    const { browser, url } = await openLoginPage();
    const email = 'stranger@example.org';
    const asked = await browser.post(`${url}/send-code-again`, { email });
    expect(asked).toMatchObject({ status: 202, body: { status: 'verification-sent' } });
    expect(await mailsTo(stack, email)).toEqual([]);
  });

  it('works only in the browser that created the account', async () => {
    const { browser, url } = await openLoginPage();
    const email = 'bound@example.org';
    await browser.post(`${url}/sign-up`, { email, password: PASSWORD, termsAccepted: true });
    const code = await mailedCode(stack, email);
    const other = await openLoginPage();
    expect(await other.browser.post(`${other.url}/verify-email`, { email, code })).toMatchObject({ status: 400 });
    expect(await other.browser.post(`${url}/verify-email`, { email, code })).toMatchObject({ status: 410 });
    expect(await browser.post(`${url}/verify-email`, { email, code })).toMatchObject({ status: 200 });
  });

  it('does not take over an address that someone else confirmed', async () => {
    const email = 'squatted@example.org';
    const squatter = await openLoginPage();
    await squatter.browser.post(`${squatter.url}/sign-up`, { email, password: 'Squatter-91*x', termsAccepted: true });
    await signUp(stack, party, email);
    // The owner's confirmation created the account with the owner's password; the other sign-up is void.
    const attempt = await openLoginPage();
    expect(await attempt.browser.post(`${attempt.url}/login`, { email, password: 'Squatter-91*x' })).toMatchObject({
      status: 401,
    });
  });
});

describe('an address that has an account', () => {
  it('gets the same reply as a new one; its owner gets a mail', async () => {
    const email = 'known@example.org';
    await signUp(stack, party, email);
    const [known, unknown] = [await openLoginPage('en'), await openLoginPage('en')];
    const fresh = { password: 'Another-Pferd7!', termsAccepted: true };
    const answers = [
      await known.browser.post(`${known.url}/sign-up`, { email, ...fresh }),
      await unknown.browser.post(`${unknown.url}/sign-up`, { email: 'new@example.org', ...fresh }),
    ];
    expect(answers[0]?.status).toBe(answers[1]?.status);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect((await mailsTo(stack, email)).at(-1)).toContain('You already have a Berth account');
    expect(await known.browser.post(`${known.url}/verify-email`, { email, code: '123456' })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid-code' } },
    });
    // Nothing about the account has changed.
    await logIn(stack, party, email);
  });

  it('gets at most five mails an hour', async () => {
    const email = 'pestered@example.org';
    const { browser, url } = await openLoginPage();
    const ask = () => browser.post(`${url}/sign-up`, { email, password: PASSWORD, termsAccepted: true });
    for (let mail = 0; mail < 5; mail += 1) expect(await ask()).toMatchObject({ status: 202 });
    const refused = await ask();
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'rate-limited' } } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect(await mailsTo(stack, email)).toHaveLength(5);
  });
});
