import { BASE } from '@berth/testing/slapd';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { fakeLocalAccounts } from './system/fake/machine.ts';
import { type TestAgent, type TestAgentOptions, testAgent } from './testing/agents.ts';
import { testFolder } from './testing/folders.ts';
import { desiredWith, TestGateway } from './testing/gateway.ts';
import { cloudAt, confirmed, testIdentityProvider } from './testing/identity-provider.ts';
import { READER, testDirectory } from './testing/services.ts';
import { eventually } from './testing/wait.ts';

const EXTERNAL = { system: { auth: { mode: 'external-login' } } };
const AUTOMATIC = { system: { auth: { mode: 'auto-login', 'auto-login-timeout': 7 } } };
const grace = { provider: 'local', user: 'grace', password: 'lobby' } as const;

/** A machine with these organization settings and the local accounts grace and ada. */
async function machine(definition: object, auth: object = {}, more: Partial<TestAgentOptions> = {}) {
  const desired = { ...desiredWith(definition as Record<string, unknown>), auth: auth as Record<string, unknown> };
  const gateway = await TestGateway.start({ desired });
  const folder = more.folder ?? (await testFolder());
  const system = { localAccounts: fakeLocalAccounts({ grace: 'lobby', ada: 'engine' }, ['ada']) };
  const idp = await testIdentityProvider();
  const known = cloudAt(idp.url, gateway.address);
  const cloud = { server: new URL(idp.url), config: { known, load: async () => known, forget: () => {} } };
  const agent = await testAgent({ folder, gateway: gateway.address, system, ...more, overrides: { cloud } });
  await eventually(() =>
    expect(agent.events).toContainEqual(expect.objectContaining({ event: 'applied', revision: 1 })),
  );
  const logs = () =>
    gateway.of('log').flatMap(({ entries }) => entries.map(({ type, message }) => ({ type, message })));
  return { ...agent, gateway, desired, folder, idp, logs };
}

const userOf = async ({ call }: TestAgent) => (await call('get_login', {})).user;

describe('where a login is required', () => {
  test('nothing opens before login, and a local account can log in', async () => {
    const here = await machine(EXTERNAL);
    expect(await userOf(here)).toBeNull();
    const open = () => here.call('open_session', { session_type: 'webapp', session_index: 0 });
    await expect(open()).rejects.toThrow('No one is logged in.');
    await expect(here.call('press_button', { layout: 0, item: 'a' })).rejects.toThrow('No one is logged in.');
    await expect(here.call('log_in_automatically', {})).rejects.toThrow('Somebody has to log in here.');
    const reported = () => here.gateway.of('report').at(-1)?.reported;
    expect(reported()).not.toHaveProperty('loggedIn');
    await here.call('log_in', grace);
    expect(await userOf(here)).toEqual({ name: 'grace', provider: 'local' });
    await eventually(() => expect(reported()?.loggedIn).toBe('grace'));
    await expect(open()).rejects.toThrow('no such session');
    await eventually(() => expect(here.logs()).toEqual([{ type: 'LOGIN_SUCCESS', message: 'grace (local)' }]));
    await here.call('log_out', {});
    expect(await userOf(here)).toBeNull();
    await eventually(() => expect(reported()).not.toHaveProperty('loggedIn'));
  });

  test('a failed attempt gives a login-failed error, and its log entry is kept while the cloud is away', async () => {
    const here = await machine(EXTERNAL);
    // Fixes the random reconnect delay so that the machine reconnects soon.
    vi.spyOn(Math, 'random').mockReturnValue(0.01);
    onTestFinished(() => void vi.restoreAllMocks());
    here.gateway.answer = { close: 1012 };
    here.gateway.close(1012);
    await eventually(() => expect(here.agent.linkState).not.toBe('online'));
    await expect(here.call('log_in', { ...grace, password: 'engine' })).rejects.toThrow('Login failed');
    const failed = { code: 'login-failed', message: 'Login failed' };
    await expect(here.call('log_in', { ...grace, user: 'nobody' })).rejects.toMatchObject(failed);
    expect(await userOf(here)).toBeNull();
    expect(here.logs()).toEqual([]);
    here.gateway.answer = { desired: here.desired };
    await eventually(
      () =>
        expect(here.logs()).toEqual([
          { type: 'LOGIN_FAILURE', message: 'grace (local)' },
          { type: 'LOGIN_FAILURE', message: 'nobody (local)' },
        ]),
      60_000,
    );
  });

  test('a login without an answer gives a login-timed-out error after 7.5 s', async () => {
    const never = { available: true, check: () => new Promise<boolean>(() => {}), isAdministrator: async () => false };
    const here = await machine(EXTERNAL, {}, { system: { localAccounts: never } });
    const begun = performance.now();
    const timedOut = { code: 'login-timed-out', message: 'Login timed out' };
    await expect(here.call('log_in', grace)).rejects.toMatchObject(timedOut);
    expect(performance.now() - begun).toBeGreaterThan(7_400);
    expect(performance.now() - begun).toBeLessThan(20_000);
    await eventually(() =>
      expect(here.logs()).toEqual([{ type: 'LOGIN_FAILURE', message: 'grace (local): timed out' }]),
    );
  });

  test('a login survives an agent restart but not a reboot', async () => {
    const folder = await testFolder();
    const first = await machine(EXTERNAL, {}, { folder });
    await first.call('log_in', grace);
    await first.agent.stop();
    const again = await machine(EXTERNAL, {}, { folder });
    expect(await userOf(again)).toEqual({ name: 'grace', provider: 'local' });
    await again.agent.stop();
    expect(await userOf(await machine(EXTERNAL, {}, { folder, bootId: 'boot-2' }))).toBeNull();
  });
});

describe('where the profile logs in automatically', () => {
  test('logs in at boot, and again after a logout when the timeout ends', async () => {
    const here = await machine(AUTOMATIC);
    expect(await here.call('get_login', {})).toMatchObject({ user: { provider: 'automatic' }, automaticAfter: 7 });
    await here.call('log_out', {});
    expect(await userOf(here)).toBeNull();
    await here.call('log_in_automatically', {});
    expect(await userOf(here)).toMatchObject({ provider: 'automatic' });
  });

  test('the greeter waits ten seconds where the profile sets no time', async () => {
    const here = await machine({ system: { auth: { mode: 'auto-login' } } });
    await here.call('log_out', {});
    expect(await here.call('get_login', {})).toMatchObject({ user: null, automaticAfter: 10 });
  });

  test('a profile that requires a login ends the automatic session', async () => {
    const here = await machine(AUTOMATIC);
    const { profile } = here.desired;
    if (!profile) expect.unreachable();
    const next = { ...here.desired, profile: { ...profile, revision: 2, definition: EXTERNAL } };
    here.gateway.send({ type: 'desired', desired: next });
    await eventually(async () => expect(await userOf(here)).toBeNull());
  });
});

describe('the organization’s login settings', () => {
  const offered = async ({ call }: TestAgent) => (await call('get_login', {})).providers.map(({ id }) => id);

  test('limit the providers that the greeter offers', async () => {
    expect(await offered(await machine(EXTERNAL))).toEqual(['local', 'product-id']);
    const other = await machine(EXTERNAL, {
      local: { enabled: false },
      ldap: { enabled: true, url: 'ldap://127.0.0.1:1', 'base-dn': BASE },
      'azure-ad': { enabled: true, tenant: 'company.example' },
    });
    expect(await offered(other)).toEqual(['ldap', 'azure-ad', 'product-id']);
    await expect(other.call('log_in', grace)).rejects.toThrow('This login is not available');
  });

  test('LDAP: directory users can log in and are remembered if history is enabled', async () => {
    const url = await testDirectory({ ada: 'engine' });
    const ldap = { enabled: true, url, 'base-dn': BASE, ...READER, 'user-history-enabled': true };
    const here = await machine(EXTERNAL, { ldap });
    await here.call('log_in', { provider: 'ldap', user: 'ada', password: 'engine' });
    expect(await userOf(here)).toEqual({ name: 'ada', provider: 'ldap' });
    const history = async () => (await here.call('get_login', {})).providers.find(({ id }) => id === 'ldap')?.history;
    expect(await history()).toEqual(['ada']);
    const off = { ...here.desired, auth: { ldap: { ...ldap, 'user-history-enabled': false } } };
    here.gateway.send({ type: 'desired', desired: off });
    await eventually(async () => expect(await history()).toEqual([]));
  });

  const azure = { 'azure-ad': { enabled: true, tenant: 'company.example', 'user-history-enabled': true } };

  test('Azure AD: a user who confirms on another device is logged in', async () => {
    const here = await machine(EXTERNAL, azure);
    const code = await here.call('begin_device_login', { provider: 'azure-ad' });
    expect(code.userCode).toBe('ABCD-EFGH');
    const done = here.call('await_device_login', {});
    here.idp.answer = confirmed('ada@company.example', here.idp.url);
    await done;
    expect(await userOf(here)).toEqual({ name: 'ada@company.example', provider: 'azure-ad' });
    expect(here.idp.asked[0]?.path).toBe('/company.example/oauth2/v2.0/devicecode');
  });

  test('Azure AD: recent users are remembered, and only the named user can confirm their code', async () => {
    const here = await machine(EXTERNAL, azure);
    const confirmedBy = async (name: string, user?: string): Promise<unknown> => {
      here.idp.answer = confirmed(name, here.idp.url);
      await here.call('begin_device_login', { provider: 'azure-ad', ...(user !== undefined && { user }) });
      return here.call('await_device_login', {});
    };
    const history = async () =>
      (await here.call('get_login', {})).providers.find(({ id }) => id === 'azure-ad')?.history;
    await confirmedBy('ada@company.example');
    await here.call('log_out', {});
    expect(await history()).toEqual(['ada@company.example']);
    await expect(confirmedBy('eve@company.example', 'ada@company.example')).rejects.toThrow('confirmed the code of');
    expect(await userOf(here)).toBeNull();
    await confirmedBy('Ada@company.example', 'ada@company.example');
    expect(await userOf(here)).toMatchObject({ provider: 'azure-ad' });
    const off = { ...here.desired, auth: { 'azure-ad': { ...azure['azure-ad'], 'user-history-enabled': false } } };
    here.gateway.send({ type: 'desired', desired: off });
    await eventually(async () => expect(await history()).toEqual([]));
  });

  test('Azure AD: a token for another application is rejected', async () => {
    const here = await machine(EXTERNAL, azure);
    here.idp.answer = confirmed('ada@company.example', here.idp.url, { audience: 'another' });
    await here.call('begin_device_login', { provider: 'azure-ad' });
    await expect(here.call('await_device_login', {})).rejects.toThrow('may not log in here');
  });

  test('Azure AD: a token of another tenant or an expired one is rejected', async () => {
    const here = await machine(EXTERNAL, azure);
    const { url } = here.idp;
    const another = '9188040d-6c67-4c5b-b112-36a304b66dad';
    for (const about of [{ tenant: another }, { claims: { tid: another } }, { expiresAt: Date.now() - 60_000 }]) {
      here.idp.answer = confirmed('ada@company.example', url, about);
      await here.call('begin_device_login', { provider: 'azure-ad' });
      await expect(here.call('await_device_login', {})).rejects.toThrow('may not log in here');
    }
  });

  test('Azure AD: a tenant guest logs in with their own address', async () => {
    const here = await machine(EXTERNAL, azure);
    here.idp.answer = confirmed('grace@guests.example', here.idp.url, { claims: { acct: 1 } });
    await here.call('begin_device_login', { provider: 'azure-ad' });
    await here.call('await_device_login', {});
    expect(await userOf(here)).toEqual({ name: 'grace@guests.example', provider: 'azure-ad' });
  });

  test('Azure AD: a missing consent is logged with the address that completes the setup', async () => {
    const here = await machine(EXTERNAL, azure);
    const description = 'AADSTS65001: The user or administrator has not consented to use the application.';
    here.idp.answer = { status: 400, body: { error: 'invalid_grant', error_description: description } };
    await here.call('begin_device_login', { provider: 'azure-ad' });
    await expect(here.call('await_device_login', {})).rejects.toThrow('has not finished its set-up');
    const message = `${here.idp.url}/company.example/adminconsent?client_id=berth-machines`;
    await eventually(() => expect(here.logs()).toEqual([{ type: 'LOGIN_ERROR_AAD_CONSENT_MISSING', message }]));
  });

  test('a product ID logs in members of the organization only, and remembers them if history is enabled', async () => {
    const here = await machine(EXTERNAL, { 'product-id': { enabled: true, 'user-history-enabled': true } });
    here.idp.answer = confirmed('ignored', here.idp.url);
    await here.call('begin_device_login', { provider: 'product-id' });
    await expect(here.call('await_device_login', {})).rejects.toThrow('may not log in here');
    here.idp.member = 'grace@company.example';
    await here.call('begin_device_login', { provider: 'product-id' });
    await here.call('await_device_login', {});
    expect(await userOf(here)).toEqual({ name: 'grace@company.example', provider: 'product-id' });
    expect(here.idp.asked.map(({ path }) => path)).toContain(`/api/organizations/${here.desired.organizationId}`);
    const history = async () =>
      (await here.call('get_login', {})).providers.find(({ id }) => id === 'product-id')?.history;
    expect(await history()).toEqual(['grace@company.example']);
    const off = { ...here.desired, auth: { 'product-id': { enabled: true as const, 'user-history-enabled': false } } };
    here.gateway.send({ type: 'desired', desired: off });
    await eventually(async () => expect(await history()).toEqual([]));
  });
});

describe('the settings of a machine with automatic login', () => {
  const opened = (who: string, pin?: string) => ({
    system: { auth: { ...AUTOMATIC.system.auth, settings_access: { who, ...(pin && { pin }) } } },
  });
  const reset = ({ call }: TestAgent) => call('factory_reset', { confirm: true });
  const wired = ({ call }: TestAgent) => call('configure_wired', { device: 'eth0', manual: null });

  test('are closed without authorization: no reset, no network change', async () => {
    for (const definition of [AUTOMATIC, opened('nobody'), opened('pin', '2580')]) {
      const here = await machine(definition);
      await expect(reset(here)).rejects.toThrow('settings of this machine are not open');
      await expect(wired(here)).rejects.toThrow('settings of this machine are not open');
    }
    await expect(reset(await machine(opened('everybody')))).resolves.toBeNull();
  });

  test('open with the profile’s PIN, which the page never gets', async () => {
    const here = await machine(opened('pin', '2580'));
    expect(JSON.stringify(await here.call('load_profile', {}))).not.toContain('2580');
    await expect(here.call('open_settings', { pin: '0000' })).rejects.toThrow('another PIN');
    await expect(reset(here)).rejects.toThrow('not open');
    await here.call('open_settings', { pin: '2580' });
    await here.call('close_settings', {});
    await expect(reset(here)).rejects.toThrow('not open');
    await here.call('open_settings', { pin: '2580' });
    await expect(reset(here)).resolves.toBeNull();
  });

  test('open for a local administrator account only', async () => {
    const here = await machine(AUTOMATIC);
    expect(await here.call('get_settings_access', {})).toEqual({ open: false, ways: ['product-id', 'local'] });
    await expect(here.call('open_settings_as', { user: 'grace', password: 'lobby' })).rejects.toThrow('Login failed');
    await expect(here.call('open_settings', { pin: '2580' })).rejects.toThrow('No PIN');
    await here.call('open_settings_as', { user: 'ada', password: 'engine' });
    await expect(reset(here)).resolves.toBeNull();
  });

  test('open for an organization administrator who confirms by phone, not for a viewer', async () => {
    const here = await machine(AUTOMATIC);
    const confirm = async (role: string) => {
      Object.assign(here.idp, { member: 'grace@company.example', role, answer: confirmed('grace', here.idp.url) });
      await here.call('begin_settings_login', {});
      return here.call('await_settings_login', {});
    };
    await expect(confirm('viewer')).rejects.toThrow('no administrator');
    await expect(reset(here)).rejects.toThrow('not open');
    await confirm('administrator');
    await expect(reset(here)).resolves.toBeNull();
    await eventually(() =>
      expect(here.logs()).toContainEqual({ type: 'LOGIN_SUCCESS', message: 'settings (grace@company.example)' }),
    );
  });
});
