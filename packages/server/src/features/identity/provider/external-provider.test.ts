import { readAccount } from '@berth/contract/api/account';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser } from '../testing/browser.ts';
import { as } from '../testing/people.ts';
import { RelyingParty } from '../testing/relying-party.ts';
import {
  EXTERNAL_AUDIENCE,
  logInAtProvider,
  type Person,
  type SecondProvider,
  startSecondProvider,
} from '../testing/second-provider.ts';
import { type Stack, startStack } from '../testing/stack.ts';

const redirectUri = 'http://127.0.0.1:1/access_token';
const settings = {
  clientId: 'berth',
  audience: EXTERNAL_AUDIENCE,
  scope: 'openid email api',
  implicit: false,
  tenant: undefined,
  role: undefined,
};
let other: SecondProvider;
let stack: Stack;
let trusting: Stack;
beforeAll(async () => {
  other = await startSecondProvider([redirectUri]);
  stack = await startStack({ external: { ...settings, issuer: other.issuer, trustEmail: false } });
  trusting = await startStack({ external: { ...settings, issuer: other.issuer, trustEmail: true } });
});
afterAll(async () => {
  await stack?.close();
  await trusting?.close();
  await other?.close();
});

async function logInAs(login: string) {
  const { authority, clientId, scope } = stack.identity.clientConfig;
  const party = await RelyingParty.discover(authority, { clientId, scope, redirectUri });
  const attempt = await party.begin();
  const browser = new Browser();
  const callback = await logInAtProvider(browser, attempt.authorization, login, redirectUri);
  return { browser, tokens: await attempt.finish(callback) };
}

describe('an identity provider of the operator’s own', () => {
  it('replaces the embedded one for clients', async () => {
    expect(stack.identity.clientConfig).toEqual({
      authority: other.issuer,
      clientId: 'berth',
      machineClientId: 'berth',
      scope: 'openid email api',
      implicit: false,
    });
    const discovery = await fetch(`${stack.publicUrl}/oidc/.well-known/openid-configuration`);
    expect(discovery.status).toBe(404);
  });

  it('logs people in with the same ID on every server', async () => {
    other.people.set('ada', { email: 'Ada@Example.org', email_verified: true });
    const first = await logInAs('ada');
    const caller = await stack.identity.authenticate(first.tokens.access_token);
    expect(caller).toMatchObject({ email: 'ada@example.org', permissions: [] });
    expect(caller.userId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const second = await logInAs('ada');
    expect((await trusting.identity.authenticate(second.tokens.access_token)).userId).toBe(caller.userId);
    expect((await as(stack, first, readAccount)).error.code).toBe('not-found');
  });

  it('never matches accounts by address', async () => {
    other.people.set('real', { email: 'same@example.org', email_verified: true });
    other.people.set('double', { email: 'same@example.org', email_verified: true });
    const [real, double] = [await logInAs('real'), await logInAs('double')];
    const [one, two] = [
      await stack.identity.authenticate(real.tokens.access_token),
      await stack.identity.authenticate(double.tokens.access_token),
    ];
    expect(one.userId).not.toBe(two.userId);
  });

  it('is trusted about an address if it verified it, or if the operator trusts it', async () => {
    other.people.set('unverified', { email: 'root@example.org', email_verified: false });
    other.people.set('silent', { email: 'root@example.org' });
    other.people.set('nameless', {});
    const tokens = async (login: string) => (await logInAs(login)).tokens.access_token;
    const [unverified, silent, nameless] = [
      await tokens('unverified'),
      await tokens('silent'),
      await tokens('nameless'),
    ];
    const refused = { code: 'unauthenticated' };
    for (const token of [unverified, silent, nameless]) {
      await expect(stack.identity.authenticate(token)).rejects.toMatchObject(refused);
    }
    expect(await trusting.identity.authenticate(silent)).toMatchObject({ permissions: ['platform:admin'] });
    await expect(trusting.identity.authenticate(unverified)).rejects.toMatchObject(refused);
  });

  it('makes only the first person with the address a platform administrator', async () => {
    for (const login of ['chief', 'namesake']) {
      other.people.set(login, { email: 'chief@example.org', email_verified: true });
    }
    const tokens = async (login: string) => (await logInAs(login)).tokens.access_token;
    const [chief, namesake] = [await tokens('chief'), await tokens('namesake')];
    expect(await stack.identity.authenticate(chief)).toMatchObject({ permissions: ['platform:admin'] });
    expect(await stack.identity.authenticate(namesake)).toMatchObject({ permissions: [] });
    expect(await stack.identity.authenticate(await tokens('chief'))).toMatchObject({ permissions: ['platform:admin'] });
  });

  it('rejects ID tokens and tokens of the embedded provider', async () => {
    other.people.set('ada', { email: 'ada@example.org', email_verified: true });
    const { tokens } = await logInAs('ada');
    await expect(stack.identity.authenticate(tokens.id_token ?? '')).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it.each(['/', '/jwks'])('makes calls "unavailable" while %s does not respond, and recovers', async (path) => {
    other.people.set('ada', { email: 'ada@example.org', email_verified: true });
    const { tokens } = await logInAs('ada');
    const fresh = await startStack({ external: { ...settings, issuer: other.issuer, trustEmail: false } });
    other.silentBelow = path;
    await expect(fresh.identity.authenticate(tokens.access_token)).rejects.toMatchObject({ code: 'unavailable' });
    other.silentBelow = undefined;
    expect(await fresh.identity.authenticate(tokens.access_token)).toMatchObject({ email: 'ada@example.org' });
    await fresh.close();
  });
});

describe('Entra ID', () => {
  const tenant = '72f988bf-86f1-41af-91ab-2d7cd011db47';
  const elsewhere = '9188040d-6c67-4c5b-b112-36a304b66dad';
  const home = { email: 'ada@example.org', tid: tenant, acct: 0 };
  let entra: Stack;
  let closed: Stack;
  beforeAll(async () => {
    const common = { ...settings, issuer: other.issuer, trustEmail: true, tenant };
    entra = await startStack({ external: common });
    closed = await startStack({ external: { ...common, role: 'Berth.Admins' } });
  });
  afterAll(async () => {
    await entra?.close();
    await closed?.close();
  });

  async function tokenOf(claims: Person): Promise<string> {
    const login = `person-${other.people.size}`;
    other.people.set(login, claims);
    return (await logInAs(login)).tokens.access_token;
  }
  const enter = async (at: Stack, claims: Person) => at.identity.authenticate(await tokenOf(claims));

  it('admits people of the configured tenant only', async () => {
    expect(await enter(entra, home)).toMatchObject({ email: 'ada@example.org' });
    expect(await enter(entra, { ...home, tid: tenant.toUpperCase() })).toMatchObject({ email: 'ada@example.org' });
    for (const tid of [elsewhere, undefined, '']) {
      await expect(enter(entra, { ...home, tid })).rejects.toMatchObject({ code: 'unauthenticated' });
    }
  });

  it("is not trusted about a guest's address, unless it owns the domain", async () => {
    const root = { ...home, email: 'root@example.org' };
    const guests: Person[] = [
      { ...root, acct: 1 },
      { ...root, acct: undefined, idp: `https://sts.windows.net/${elsewhere}/` },
      { ...root, acct: undefined, idp: 'live.com' },
    ];
    for (const guest of guests) {
      await expect(enter(entra, guest)).rejects.toMatchObject({ code: 'unauthenticated' });
    }
    expect(await enter(entra, { ...root, acct: 1, xms_edov: true })).toMatchObject({ permissions: ['platform:admin'] });
    const member = { ...root, acct: undefined, idp: `https://sts.windows.net/${tenant}/` };
    expect(await enter(entra, member)).toMatchObject({ email: 'root@example.org' });
  });

  it('does not apply to claims of other providers', async () => {
    const person = { email: 'root@example.org', idp: '0oa1b2c3', acct: 1 };
    expect(await enter(trusting, person)).toMatchObject({ email: 'root@example.org' });
  });

  it('admits people with the role or group, and tells others why not', async () => {
    for (const named of [{ roles: ['Berth.Admins'] }, { groups: ['x', 'Berth.Admins'] }]) {
      expect(await enter(closed, { ...home, ...named })).toMatchObject({ email: 'ada@example.org' });
    }
    const refused = { code: 'unauthenticated', message: expect.stringContaining('does not allow you') };
    for (const lacking of [{}, { roles: ['Reader'] }, { groups: [] }]) {
      await expect(enter(closed, { ...home, ...lacking })).rejects.toMatchObject(refused);
    }
  });

  it('denies users whose groups do not fit in the token, unless a role admits them', async () => {
    const over: Person[] = [
      { ...home, _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://graph.test' } } },
      { ...home, hasgroups: true },
    ];
    for (const overage of over) {
      const told = { code: 'unauthenticated', message: expect.stringContaining('too many groups') };
      await expect(enter(closed, overage)).rejects.toMatchObject(told);
      expect(await enter(closed, { ...overage, roles: ['Berth.Admins'] })).toMatchObject({ email: 'ada@example.org' });
    }
  });
});
