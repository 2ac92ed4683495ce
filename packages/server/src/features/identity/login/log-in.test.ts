import { describe, expect, it } from 'vitest';
import { Browser } from '../testing/browser.ts';
import { interactionUrl, logIn, mailedCode, mailsTo, PASSWORD, redirectOf, signUp } from '../testing/people.ts';
import { sharedStack } from '../testing/stack.ts';

const email = 'ada@example.org';
const stack = await sharedStack();
const party = await stack.consoleParty();
await signUp(stack, party, email);

async function openLoginPage(browser = new Browser()) {
  const attempt = await party.begin();
  const uid = await party.openLoginPage(browser, attempt);
  return { browser, attempt, uid, url: interactionUrl(stack, uid) };
}

describe('logging in', () => {
  it('accepts the address in any spelling', async () => {
    const { tokens } = await logIn(stack, party, ' Ada@EXAMPLE.org'.trim());
    expect(tokens.claims()).toMatchObject({ email });
  });

  it('replies to a wrong password and an unknown address with the same message', async () => {
    const { browser, url } = await openLoginPage();
    const wrong = await browser.post(`${url}/login`, { email, password: 'falsch-Pferd7!' });
    const unknown = await browser.post(`${url}/login`, { email: 'nobody@example.org', password: PASSWORD });
    expect(wrong).toMatchObject({ status: 401, body: { error: { code: 'login-failed' } } });
    expect(withoutRequestId(unknown.body)).toEqual(withoutRequestId(wrong.body));
    expect(unknown.status).toBe(wrong.status);
  });

  it('blocks one account after ten attempts, known or not, and no other', async () => {
    const { browser, url } = await openLoginPage();
    for (const target of [email, 'nobody-else@example.org']) {
      const statuses = [];
      for (let attempt = 0; attempt < 12; attempt += 1) {
        statuses.push((await browser.post(`${url}/login`, { email: target, password: 'falsch-Pferd7!' })).status);
      }
      // The account's own failures in the tests before count as well.
      expect(statuses.slice(-2)).toEqual([429, 429]);
      expect(statuses[0]).toBe(401);
    }
    const other = await signUp(stack, party, 'bystander@example.org');
    expect(other.tokens.access_token).toBeTruthy();
  });

  it('ignores a forged forwarded address', async () => {
    const { browser, url } = await openLoginPage();
    const claimed = (octet: number) =>
      browser.fetch(`${url}/login`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `203.0.113.${octet}`,
          forwarded: 'for=1.2.3.4',
        },
        body: JSON.stringify({ email: 'claimed@example.org', password: 'falsch-Pferd7!' }),
      });
    const statuses = [];
    for (let octet = 1; octet <= 11; octet += 1) statuses.push((await claimed(octet)).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });

  it('sends a new code for the correct password of an unconfirmed account', async () => {
    const waiting = 'waiting@example.org';
    const first = await openLoginPage();
    await first.browser.post(`${first.url}/sign-up`, { email: waiting, password: PASSWORD, termsAccepted: true });
    const later = await openLoginPage();
    expect(
      await later.browser.post(`${later.url}/login`, { email: waiting, password: 'falsch-Pferd7!' }),
    ).toMatchObject({
      status: 401,
    });
    expect(await mailsTo(stack, waiting)).toHaveLength(1);
    expect(await later.browser.post(`${later.url}/login`, { email: waiting, password: PASSWORD })).toMatchObject({
      status: 403,
      body: { error: { code: 'email-not-verified' } },
    });
    const code = await mailedCode(stack, waiting);
    const verified = await later.browser.post(`${later.url}/verify-email`, { email: waiting, code });
    const tokens = await later.attempt.finish(await party.returnTo(later.browser, redirectOf(verified)));
    expect(tokens.claims()).toMatchObject({ email: waiting });
  });

  it('shows the address that the console suggests', async () => {
    const browser = new Browser();
    const attempt = await party.begin({ login_hint: 'ada@example.org' });
    const page = await browser.fetch(interactionUrl(stack, await party.openLoginPage(browser, attempt)));
    expect(await page.json()).toMatchObject({ loginHint: 'ada@example.org' });
  });
});

describe('an interaction', () => {
  const attempt = { email: 'bystander@example.org', password: PASSWORD };

  it('belongs to the browser that started it', async () => {
    const { uid, url } = await openLoginPage();
    const stranger = await openLoginPage();
    for (const browser of [new Browser(), stranger.browser]) {
      expect(await browser.post(`${url}/login`, attempt)).toMatchObject({
        status: 410,
        body: { error: { code: 'interaction-expired' } },
      });
    }
    const forged = new Browser();
    const answer = await forged.fetch(url, {
      headers: { cookie: `berth_interaction=${Buffer.from(uid).toString('base64url')}` },
    });
    expect(answer.status).toBe(410);
  });

  it('ends when used, and expires when not', async () => {
    const { browser, attempt: begun, url } = await openLoginPage();
    const answer = await browser.post(`${url}/login`, attempt);
    await begun.finish(await party.returnTo(browser, redirectOf(answer)));
    expect(await browser.post(`${url}/login`, attempt)).toMatchObject({ status: 410 });
    expect(await browser.post(`${interactionUrl(stack, 'never-was')}/login`, attempt)).toMatchObject({ status: 410 });
  });

  it('does not disturb another one in a second tab', async () => {
    const browser = new Browser();
    const first = await openLoginPage(browser);
    const second = await openLoginPage(browser);
    for (const tab of [first, second]) {
      const answer = await browser.post(`${tab.url}/login`, attempt);
      const tokens = await tab.attempt.finish(await party.returnTo(browser, redirectOf(answer)));
      expect(tokens.claims()).toMatchObject({ email: attempt.email });
    }
  });

  it('is bound by a cookie that no script reads and no other site sends along', async () => {
    const { browser, url } = await openLoginPage();
    const cookie = browser.cookies.find(({ name }) => name === 'berth_interaction');
    expect(cookie?.attributes).toMatch(/httponly/i);
    expect(cookie?.attributes).toMatch(/samesite=lax/i);
    expect(cookie?.path).toBe(new URL(url).pathname);
  });
});

function withoutRequestId(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body, (key, value) => (key === 'requestId' ? undefined : value)));
}
