import * as oidc from 'openid-client';
import { describe, expect, it } from 'vitest';
import { Browser } from '../testing/browser.ts';
import { interactionUrl, logIn, PASSWORD, redirectOf, signUp } from '../testing/people.ts';
import { sharedStack } from '../testing/stack.ts';

const email = 'ada@example.org';
const stack = await sharedStack();
const consoleParty = await stack.consoleParty();
const machine = await stack.machineParty('http://127.0.0.1:49152/access_token');
await signUp(stack, consoleParty, email);

describe('logging in on a machine', () => {
  it.each(['http://127.0.0.1:49152/access_token', 'http://127.0.0.1:8090/access_token', 'http://[::1]:5/access_token'])(
    'returns to the loopback address %s',
    async (redirectUri) => {
      const { tokens } = await logIn(stack, await stack.machineParty(redirectUri), email);
      expect(tokens.claims()).toMatchObject({ email, aud: 'berth-machine' });
      expect(await stack.identity.authenticate(tokens.access_token)).toMatchObject({ email });
    },
  );

  it('can be canceled: the login page has the way back to the machine', async () => {
    const browser = new Browser();
    const at = interactionUrl(stack, await machine.openLoginPage(browser, await machine.begin()));
    expect(await (await browser.fetch(at)).json()).toMatchObject({ cancelTo: 'http://127.0.0.1:49152/' });
  });

  it.each([
    'http://127.0.0.1:49152/elsewhere',
    'http://127.0.0.1.evil.example:49152/access_token',
    'http://evil.example/access_token',
    'https://127.0.0.1:49152/access_token',
  ])('shows an error instead of returning to %s', async (redirectUri) => {
    const party = await stack.machineParty(redirectUri);
    const { url } = await new Browser().open((await party.begin()).authorization, (at) => at.pathname === '/error');
    expect(url.origin).toBe(stack.publicUrl);
    expect(url.searchParams.get('error_description')).toContain('redirect_uri');
  });

  it('asks for the password despite a browser session, and only once', async () => {
    const { browser } = await logIn(stack, consoleParty, email);
    const silent = await machine.begin({ prompt: 'none' });
    const refused = await machine.returnTo(browser, silent.authorization);
    expect(refused.hash).toContain('login_required');
    const { tokens } = await logIn(stack, machine, email, { browser });
    expect(tokens.claims()).toMatchObject({ email });
  });

  it('renews across origins with bearer tokens only', async () => {
    const { tokens } = await logIn(stack, machine, email);
    const answer = await fetch(`${stack.publicUrl}/oidc/token`, {
      method: 'POST',
      headers: { origin: 'http://127.0.0.1:49152' },
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: 'berth-machine',
        refresh_token: tokens.refresh_token ?? '',
      }),
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://127.0.0.1:49152');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });
});

describe('the device flow (RFC 8628)', () => {
  async function begin() {
    return oidc.initiateDeviceAuthorization(machine.configuration, { scope: machine.scope });
  }
  const poll = (device: oidc.DeviceAuthorizationResponse) =>
    oidc.genericGrantRequest(machine.configuration, 'urn:ietf:params:oauth:grant-type:device_code', {
      device_code: device.device_code,
    });

  it('logs the machine in from a phone that scanned the code', async () => {
    const device = await begin();
    await expect(poll(device)).rejects.toMatchObject({ error: 'authorization_pending' });

    const telephone = new Browser();
    const scanned = new URL(device.verification_uri_complete ?? '');
    expect(scanned.origin).toBe(stack.publicUrl);
    const forwarded = await telephone.submit(await (await telephone.fetch(scanned)).text(), scanned);
    const confirmation = await forwarded.text();
    expect(confirmation).toContain(device.user_code);
    expect(confirmation).toContain('Zeigt das Gerät diesen Code an?');

    const confirmed = await telephone.submit(confirmation, scanned);
    const { url } = await telephone.open(
      confirmed.headers.get('location') ?? '',
      (at) => at.pathname === '/session/login',
    );
    const uid = url.searchParams.get('interaction') ?? '';
    const loginPage = await telephone.fetch(interactionUrl(stack, uid));
    expect(await loginPage.json()).toMatchObject({ prompt: 'login', cancelTo: null });
    const answer = await telephone.post(`${interactionUrl(stack, uid)}/login`, { email, password: PASSWORD });
    const done = await telephone.open(redirectOf(answer));
    expect(await done.response?.text()).toContain('Sie sind auf dem Gerät angemeldet');

    const tokens = await poll(device);
    expect(await stack.identity.authenticate(tokens.access_token)).toMatchObject({ email });
    expect(tokens.refresh_token).toBeTruthy();
    await expect(poll(device)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('does not ask again for a login on a phone with a session', async () => {
    const device = await begin();
    const { browser } = await logIn(stack, consoleParty, email);
    const scanned = new URL(device.verification_uri_complete ?? '');
    const forwarded = await browser.submit(await (await browser.fetch(scanned)).text(), scanned);
    const done = await browser.submit(await forwarded.text(), scanned);
    expect(await done.text()).toContain('Sie sind auf dem Gerät angemeldet');
    expect((await poll(device)).access_token).toBeTruthy();
  });

  it('rejects a wrong code and tells the machine if the person declines', async () => {
    const device = await begin();
    const { browser } = await logIn(stack, consoleParty, email);
    const page = new URL(device.verification_uri);
    const wrong = await browser.submit(await (await browser.fetch(page)).text(), page, { user_code: 'BCDF-GHJK' });
    expect(await wrong.text()).toContain('Dieser Code ist falsch oder abgelaufen.');

    const again = await (await browser.fetch(page)).text();
    expect(again).toContain('<label for="user_code">');
    const compare = await browser.submit(again, page, { user_code: device.user_code.toLowerCase() });
    const aborted = await browser.submit(await compare.text(), page, { abort: 'yes' });
    expect(await aborted.text()).toContain('Anmeldung abgebrochen.');
    await expect(poll(device)).rejects.toMatchObject({ error: 'access_denied' });
  });
});
