import { changePassword, startTotp } from '@berth/contract/api/account';
import { BASE, DIRECTORY_ADMINISTRATOR, person, READER, type Slapd, startSlapd } from '@berth/testing/slapd';
import { Attribute, Change, Client } from 'ldapts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../../platform/logger.ts';
import { Browser } from '../testing/browser.ts';
import { as, interactionUrl, logIn, mailsTo, PASSWORD, signUp } from '../testing/people.ts';
import type { RelyingParty } from '../testing/relying-party.ts';
import { type Stack, startStack } from '../testing/stack.ts';
import { createDirectory, escapeFilterValue } from './ldap.ts';

const password = 'directory-secret';
let slapd: Slapd;
let stack: Stack;
let party: RelyingParty;
beforeAll(async () => {
  slapd = await startSlapd([
    person('ada', { password }),
    person('grace', { password }),
    person('local', { password }),
    person('moving', { password }),
    person('leaving', { password }),
    person('staying', { password }),
    person('twin-one', { mail: 'twin@example.org', password }),
    person('twin-two', { mail: 'twin@example.org', password }),
    person('nopassword'),
  ]);
  const directory = {
    url: slapd.url,
    startTls: false,
    base: BASE,
    filter: '(mail={email})',
    idAttribute: 'entryUUID',
    reader: READER,
  };
  stack = await startStack({ directory });
  party = await stack.consoleParty();
});
afterAll(async () => {
  await stack?.close();
  await slapd?.stop();
});

/** Changes entries as the directory's administrator. */
async function administer(work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ url: slapd.url });
  await client.bind(DIRECTORY_ADMINISTRATOR.dn, DIRECTORY_ADMINISTRATOR.password);
  await work(client);
  await client.unbind();
}

const refused = 'Not logged in: 401';

describe('a directory', () => {
  it('logs its users in with their passwords, with the same account each time', async () => {
    const first = await logIn(stack, party, 'Ada@example.org', { password });
    const again = await logIn(stack, party, 'ada@example.org', { password });
    expect(first.tokens.claims()).toMatchObject({ email: 'ada@example.org' });
    expect(again.tokens.claims()?.sub).toBe(first.tokens.claims()?.sub);
  });

  it.each([
    ['a wrong password', 'ada@example.org', 'falsch'],
    ['an unknown address', 'nobody@example.org', password],
    ['an entry without a password', 'nopassword@example.org', password],
    ['an address that two entries have', 'twin@example.org', password],
    ['a filter in the address', '*@example.org', password],
    ['a longer filter in the address', 'a*@example.org', password],
  ])('rejects %s', async (_, email, given) => {
    await expect(logIn(stack, party, email, { password: given })).rejects.toThrow(refused);
  });

  it('has no control over other accounts, whatever their address', async () => {
    const { tokens } = await signUp(stack, party, 'local@example.org');
    await expect(logIn(stack, party, 'local@example.org', { password })).rejects.toThrow(refused);
    const own = await logIn(stack, party, 'local@example.org');
    expect(own.tokens.claims()?.sub).toBe(tokens.claims()?.sub);
  });

  it('owns the password: it cannot be set here, by mail or otherwise', async () => {
    const grace = await logIn(stack, party, 'grace@example.org', { password });
    await new Browser().post(`${stack.publicUrl}/identity/forgot-password`, { email: 'grace@example.org' });
    expect(await mailsTo(stack, 'grace@example.org')).toEqual([]);
    const body = { currentPassword: password, password: PASSWORD };
    expect((await as(stack, grace, changePassword, { body })).error.code).toBe('forbidden');
    // The directory's password is also the one for confirmations.
    expect((await as(stack, grace, startTotp, { body: { password: 'falsch' } })).status).toBe(401);
    expect((await as(stack, grace, startTotp, { body: { password } })).status).toBe(200);
  });

  it('recognizes a person by the entry after an address change, and rejects removed entries', async () => {
    const before = await logIn(stack, party, 'moving@example.org', { password });
    const dn = `uid=moving,${BASE}`;
    const mail = (value: string) =>
      new Change({ operation: 'replace', modification: new Attribute({ type: 'mail', values: [value] }) });
    await administer((client) => client.modify(dn, mail('moved@example.org')));
    const after = await logIn(stack, party, 'moved@example.org', { password });
    expect(after.tokens.claims()).toMatchObject({ sub: before.tokens.claims()?.sub, email: 'moved@example.org' });
    await expect(logIn(stack, party, 'moving@example.org', { password })).rejects.toThrow(refused);
    await administer((client) => client.del(dn));
    await expect(logIn(stack, party, 'moved@example.org', { password })).rejects.toThrow(refused);
  });

  it('ends the sessions of removed users only', async () => {
    const leaving = await logIn(stack, party, 'leaving@example.org', { password });
    const staying = await logIn(stack, party, 'staying@example.org', { password });
    const isIn = (person: typeof leaving) =>
      stack.identity.authenticate(person.tokens.access_token).then(
        () => true,
        () => false,
      );
    expect(await isIn(leaving)).toBe(true);
    await administer((client) => client.del(`uid=leaving,${BASE}`));
    await vi.waitFor(async () => expect(await isIn(leaving)).toBe(false), { timeout: 60_000, interval: 100 });
    const renewal = await fetch(`${stack.publicUrl}/oidc/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: 'berth-console',
        refresh_token: leaving.tokens.refresh_token ?? '',
      }),
    });
    expect(renewal.status).toBe(400);
    expect(await isIn(staying)).toBe(true);
  });

  it('makes its logins "unavailable" while it does not respond; local accounts still work', async () => {
    await signUp(stack, party, 'independent@example.org');
    const grace = await logIn(stack, party, 'grace@example.org', { password });
    await slapd.stop();
    await expect(logIn(stack, party, 'ada@example.org', { password })).rejects.toThrow('Not logged in: 503');
    await logIn(stack, party, 'independent@example.org');
    // An unavailable directory ends no session.
    expect(await stack.identity.authenticate(grace.tokens.access_token)).toMatchObject({ email: 'grace@example.org' });
    const browser = new Browser();
    const url = interactionUrl(stack, await party.openLoginPage(browser, await party.begin()));
    expect(await browser.post(`${url}/login`, { email: 'ada@example.org', password: '' })).toMatchObject({
      status: 400,
    });
  });
});

describe('asking a directory', () => {
  it('escapes special characters of filters (RFC 4515, 4)', () => {
    expect(escapeFilterValue('Parens R Us (for all your parenthetical needs)')).toBe(
      'Parens R Us \\28for all your parenthetical needs\\29',
    );
    expect(escapeFilterValue('*')).toBe('\\2a');
    expect(escapeFilterValue('C:\\MyFile')).toBe('C:\\5cMyFile');
    expect(escapeFilterValue('\0\0\0\u0004')).toBe('\\00\\00\\00\u0004');
    expect(escapeFilterValue('Lučić')).toBe('Lučić');
  });

  it('sends no bind with an empty password, which would be anonymous (RFC 4513, 5.1.2)', async () => {
    // Nothing listens there: a request would be "unavailable".
    const settings = { url: 'ldap://127.0.0.1:1', startTls: false, base: '', filter: '(mail={email})' };
    const directory = createDirectory({ ...settings, idAttribute: 'x', reader: undefined }, createLogger('silent'));
    expect(await directory.check('ada@example.org', '')).toBeUndefined();
    await expect(directory.check('ada@example.org', 'x')).rejects.toMatchObject({ code: 'unavailable' });
  });
});
