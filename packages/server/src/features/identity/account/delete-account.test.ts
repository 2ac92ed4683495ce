import { deleteAccount, readAccount, readDeletionObstacles, sendDeletionCode } from '@berth/contract/api/account';
import { createApiKey } from '@berth/contract/api/api-keys';
import { listAudit } from '@berth/contract/api/audit';
import { createEnrollmentCode } from '@berth/contract/api/enrollment';
import { acceptInvitation, inviteMember } from '@berth/contract/api/members';
import { createOrganization, readOrganization } from '@berth/contract/api/organizations';
import { issueProductIds, listProductIds } from '@berth/contract/api/product-ids';
import { readProfile } from '@berth/contract/api/profiles';
import { PLATFORM_ADMIN } from '@berth/contract/rules/permissions';
import { isPseudonym } from '@berth/contract/rules/text';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMachine, addMember, addProfile, createTenant, type Person, rowsOf } from '../../../testing/fleet.ts';
import { bootServer, type TestServer } from '../../../testing/server.ts';
import { createPasswordHasher } from '../passwords/hasher.ts';
import { Browser } from '../testing/browser.ts';
import { as, interactionUrl, type LoggedIn, logIn, mailsTo, PASSWORD, signUp } from '../testing/people.ts';
import { RelyingParty } from '../testing/relying-party.ts';
import { EXTERNAL_AUDIENCE, logInAtProvider, startSecondProvider } from '../testing/second-provider.ts';
import { startStack } from '../testing/stack.ts';

const body = { password: PASSWORD };
const EXTERNAL = {
  clientId: 'berth',
  audience: EXTERNAL_AUDIENCE,
  scope: 'openid email api',
  implicit: false,
  trustEmail: false,
  tenant: undefined,
  role: undefined,
};

describe('deleting an account', () => {
  it('ends all its sessions and tokens, sends a mail, and frees the address', async () => {
    const stack = await startStack();
    const party = await stack.consoleParty();
    const email = 'ada@example.org';
    const first = await signUp(stack, party, email);
    const second = await logIn(stack, party, email);
    const wrong = await as(stack, first, deleteAccount, { body: { password: 'not-the-password' } });
    expect(wrong.error.code).toBe('login-failed');
    expect((await as(stack, first, readDeletionObstacles)).reply).toEqual([]);
    expect((await as(stack, first, deleteAccount, { body })).status).toBe(204);

    for (const { tokens } of [first, second]) {
      await expect(stack.identity.authenticate(tokens.access_token)).rejects.toMatchObject({ code: 'unauthenticated' });
      await expect(party.renew(tokens.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' });
    }
    expect((await mailsTo(stack, email)).at(-1)).toContain('Sie haben Ihr Konto mit seinen Sitzungen');
    const browser = new Browser();
    const url = interactionUrl(stack, await party.openLoginPage(browser, await party.begin()));
    expect((await browser.post(`${url}/login`, { email, password: PASSWORD })).status).toBe(401);
    const next = await signUp(stack, party, email);
    expect(next.tokens.claims()?.sub).not.toBe(first.tokens.claims()?.sub);
    await stack.close();
  });
});

describe('deleting an account of another provider', () => {
  it('requires a mailed code and erases the local data', async () => {
    const redirectUri = 'http://127.0.0.1:1/access_token';
    const other = await startSecondProvider([redirectUri]);
    const stack = await startStack({ external: { ...EXTERNAL, issuer: other.issuer } });
    other.people.set('ada', { email: 'ada@example.org', email_verified: true });
    const { authority, clientId, scope } = stack.identity.clientConfig;
    const attempt = await (await RelyingParty.discover(authority, { clientId, scope, redirectUri })).begin();
    const callback = await logInAtProvider(new Browser(), attempt.authorization, 'ada', redirectUri);
    const ada = { tokens: await attempt.finish(callback) } as LoggedIn;

    const ask = async () => {
      expect((await as(stack, ada, sendDeletionCode, { body: { language: 'eng' } })).status).toBe(204);
      const mail = (await mailsTo(stack, 'ada@example.org')).at(-1) ?? '';
      return /\b\d{6}\b/.exec(mail)?.[0] ?? '';
    };
    stack.clock.advance(-31 * 60_000);
    const old = await ask();
    stack.clock.advance(31 * 60_000);
    const code = await ask();
    for (const wrong of [{}, { password: PASSWORD }, { code: old }]) {
      expect((await as(stack, ada, deleteAccount, { body: wrong })).error.code).toBe('invalid-code');
    }
    expect((await as(stack, ada, deleteAccount, { body: { code, language: 'eng' } })).status).toBe(204);
    expect((await mailsTo(stack, 'ada@example.org')).at(-1)).toContain('You deleted your account');
    await stack.close();
    await other.close();
  });

  it('sends no code to an account with a password', async () => {
    const stack = await startStack();
    const person = await signUp(stack, await stack.consoleParty(), 'bob@example.org');
    const asked = await as(stack, person, sendDeletionCode, { body: { language: 'eng' } });
    expect(asked.error.code).toBe('not-found');
    expect((await as(stack, person, deleteAccount, { body: { code: '123456' } })).error.code).toBe('login-failed');
    await stack.close();
  });
});

describe('deleting an account that is in organizations', () => {
  let server: TestServer;
  let passwordHash: string;
  beforeAll(async () => {
    server = await bootServer();
    passwordHash = await createPasswordHasher().hash(PASSWORD);
  });
  afterAll(() => server.stop());

  const givePassword = ({ userId }: Person) =>
    rowsOf(server, 'update identity.accounts set password_hash = $1 where user_id = $2', [passwordHash, userId]);

  it('is rejected while members, machines, or billing depend on it, with what to do', async () => {
    const tenant = await createTenant(server);
    const { owner, organizationId } = tenant;
    await givePassword(owner);
    await addMember(server, tenant, 'viewer');
    await addMachine(server, tenant);
    await rowsOf(
      server,
      `insert into billing_accounts (organization_id, administrator_id, administrator_email, company, email, street, postcode, city, country)
       values ($1, $2, $3, 'Berth', $3, 'Ring 1', '20457', 'Hamburg', 'DE')`,
      [organizationId, owner.userId, owner.email],
    );
    const reasons = ['billing', 'machines', 'members'];
    const known = (await server.call(readDeletionObstacles, { token: owner.token })).reply;
    expect(known.map(({ reason }) => reason)).toEqual(reasons);
    expect(known).toContainEqual({ organizationId, name: expect.stringContaining('Company'), reason: 'members' });
    const { error, status } = await server.call(deleteAccount, { token: owner.token, body });
    expect([status, error.code, error.faults?.map(({ rule }) => rule)]).toEqual([409, 'account-still-needed', reasons]);
    expect((await server.call(readAccount, { token: owner.token })).reply.email).toBe(owner.email);
  });

  it('deletes its own organizations, ends memberships, and keeps the address in the audit log only', async () => {
    const tenant = await createTenant(server);
    const person = await server.person();
    const { token, email } = person;
    await givePassword(person);
    const params = { id: tenant.organizationId };
    await server.call(inviteMember, { params, token: tenant.owner.token, body: { email } });
    await server.call(acceptInvitation, { params, token });
    await addProfile(server, { owner: person, organizationId: tenant.organizationId }, 'Back office');
    const guest = `guest-${email}`;
    expect((await server.call(inviteMember, { params, token, body: { email: guest } })).status).toBe(201);
    const code = { profileId: tenant.profileId, deployment: 'vanilla' as const, uses: 1, validHours: 1 };
    const made = await server.call(createEnrollmentCode, { params: { orgId: params.id }, token, body: code });
    expect(made.status).toBe(201);
    const key = await server.call(createApiKey, {
      params,
      token,
      body: { name: 'Inventory', scopes: ['organization.read', 'profile.read', 'profile.write'], expiresAt: null },
    });
    const byKey = { owner: { ...person, token: key.reply.key }, organizationId: tenant.organizationId };
    const byKeyProfile = await addProfile(server, byKey, 'By the key');
    const own = await server.call(createOrganization, { token, body: { name: 'Mine alone' } });
    const alone = { id: own.reply.data.id };

    expect((await server.call(deleteAccount, { token, body })).status).toBe(204);
    const called = await server.call(readOrganization, { params, token: key.reply.key });
    expect(called.error.code).toBe('unauthenticated');
    const gone = await rowsOf(server, 'select 1 from organizations where organization_id = $1', [alone.id]);
    expect(gone).toEqual([]);
    const members = (await server.call(readOrganization, { params, token: tenant.owner.token })).reply.members;
    expect(members.map((member) => member.email)).toEqual([tenant.owner.email]);
    // Entries made with the person's key are anonymized, too.
    const profile = await server.call(readProfile, { params: { id: byKeyProfile }, token: tenant.owner.token });
    expect(isPseudonym(profile.reply.updatedBy)).toBe(true);
    const log = (await server.call(listAudit, { params, token: tenant.owner.token })).reply;
    expect(log.at(0)).toMatchObject({ action: 'account.delete', actor: email });
    expect(await tablesNaming(email)).toEqual(['audit_entries']);
  });

  it('puts a pseudonym where a platform administrator issued product IDs', async () => {
    const person = await server.person({ permissions: [PLATFORM_ADMIN] });
    await givePassword(person);
    const product = { deployment: 'smartsignage' as const, count: 1 };
    const [issued] = (await server.call(issueProductIds, { token: person.token, body: product })).reply;
    expect(issued?.createdBy).toBe(person.email);
    expect((await server.call(deleteAccount, { token: person.token, body })).status).toBe(204);

    const other = await server.person({ permissions: [PLATFORM_ADMIN] });
    const listed = (await server.call(listProductIds, { token: other.token })).reply;
    expect(isPseudonym(listed.find(({ id }) => id === issued?.id)?.createdBy ?? '')).toBe(true);
    expect(await tablesNaming(person.email)).toEqual(['audit_entries']);
  });

  /** The tables that contain the text, other than encrypted or hashed. */
  async function tablesNaming(text: string): Promise<string[]> {
    const tables = (await rowsOf(
      server,
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'identity')`,
    )) as { name: string }[];
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await rowsOf(server, `select 1 from ${name} t where t::text ~ $1 limit 1`, [`(^|[^-])${text}`]);
      if (rows.length > 0) found.push(name.replace('public.', ''));
    }
    return found.sort();
  }
});
