import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listMachineCommands, notifyMachine } from '@berth/contract/api/machines';
import {
  acceptInvitation,
  changeRole,
  declineInvitation,
  inviteMember,
  leaveByGet,
  leaveOrganization,
  listMyInvitations,
  listPendingInvitations,
  listUsers,
  removeMember,
  withdrawInvitation,
} from '@berth/contract/api/members';
import { listOrganizations, readOrganization } from '@berth/contract/api/organizations';
import { LANGUAGES } from '@berth/contract/rules/languages';
import { eventually } from '@berth/testing/wait';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  addMachine,
  addMember,
  addOrganization,
  createTenant,
  type Person,
  rowsOf,
  type Tenant,
} from '../../../testing/fleet.ts';
import { startMailServer } from '../../../testing/mail-server.ts';
import { bootServer, sharedServer } from '../../../testing/server.ts';
import { composeInvitation } from './mail.ts';

let ahead = 0;
const clock = { now: () => Date.now() + ahead };
const server = await sharedServer({ tuning: { clock } });

const paramsOf = ({ organizationId }: Tenant) => ({ id: organizationId });

function invite(tenant: Tenant, email: string, role?: 'operator') {
  const body = { email, ...(role && { role }) };
  return server.call(inviteMember, { params: paramsOf(tenant), token: tenant.owner.token, body });
}

async function mailsTo(email: string): Promise<string[]> {
  const outbox = join(server.config.dataFolder, 'outbox');
  const mails = await Promise.all((await readdir(outbox)).map((name) => readFile(join(outbox, name), 'utf8')));
  return mails.filter((text) => text.includes(`To: ${email}`));
}

const invitationsOf = async ({ token }: Person) => (await server.call(listMyInvitations, { token })).reply.data;
const read = (tenant: Tenant, { token }: Person) => server.call(readOrganization, { params: paramsOf(tenant), token });

describe('an invitation', () => {
  it('waits for the owner of the address and makes them a member', async () => {
    const tenant = await createTenant(server);
    const email = `new-${tenant.organizationId}@example.org`;
    const { status, reply } = await invite(tenant, email.toUpperCase(), 'operator');
    expect([status, reply.email, reply.role]).toEqual([201, email, 'operator']);
    const person = await server.person({ email });
    expect(await invitationsOf(person)).toMatchObject([
      { organization: { id: tenant.organizationId }, role: 'operator', invitedBy: tenant.owner.email },
    ]);
    expect((await read(tenant, person)).error.code).toBe('not-found');
    const before = (await read(tenant, tenant.owner)).reply.revision;
    const accepted = await server.call(acceptInvitation, { params: paramsOf(tenant), token: person.token });
    expect(accepted.reply.data.id).toBe(tenant.organizationId);
    expect((await read(tenant, person)).reply).toMatchObject({ role: 'operator', revision: before + 1 });
    expect(await invitationsOf(person)).toEqual([]);
    const again = await server.call(acceptInvitation, { params: paramsOf(tenant), token: person.token });
    expect(again.error.code).toBe('not-found');
  });

  it("shows only the organization's name until the person accepts", async () => {
    const tenant = await createTenant(server);
    const id = tenant.organizationId;
    const { name } = (await read(tenant, tenant.owner)).reply;
    const person = await server.person();
    const own = await addOrganization(server, person, 'free');
    const listed = async (filter: object = {}) => {
      const query = { filter: JSON.stringify({ order: 'invited ASC', ...filter }) };
      return (await server.call(listOrganizations, { token: person.token, query })).reply;
    };
    expect(await listed()).toMatchObject([{ id: own }]);
    await invite(tenant, person.email);
    const [first, ...others] = await listed();
    expect(first).toMatchObject({ id: own, role: 'owner' });
    expect(others).toEqual([{ id, name, invited: true }]);
    expect(await listed({ where: { name } })).toEqual(others);
    expect(await listed({ where: { invited: false } })).toEqual([first]);
    expect(await listed({ where: { role: 'owner' } })).toEqual([first]);
    expect((await read(tenant, person)).error.code).toBe('not-found');
    const other = await server.person();
    expect((await server.call(listOrganizations, { token: other.token })).reply).toEqual([]);
    await server.call(acceptInvitation, { params: paramsOf(tenant), token: person.token });
    expect((await listed({ where: { id } }))[0]).toMatchObject({ id, name, role: 'administrator' });
  });

  it('is sorted naturally among others', async () => {
    const tenant = await createTenant(server);
    for (const name of ['desk10', 'desk9']) await invite(tenant, `${name}@${tenant.organizationId}.example.org`);
    const sent = { params: paramsOf(tenant), token: tenant.owner.token };
    const { reply } = await server.call(listPendingInvitations, sent);
    expect(JSON.stringify(reply)).toMatch(/desk9@.*desk10@/);
  });

  it("is mailed in the recipient's language, or in that of the inviter", async () => {
    const tenant = await createTenant(server);
    const email = `mail-${tenant.organizationId}@example.org`;
    await invite(tenant, email);
    await eventually(async () => {
      const [mail] = await mailsTo(email);
      expect(mail).toContain('/manage/org/select');
      expect(mail).toContain('Subject: Invitation to Company');
    });
  });

  it('can be repeated a few times an hour: nobody is flooded with mails', async () => {
    const tenant = await createTenant(server);
    const [often, last] = ['often', 'last'].map((name) => `${name}-${tenant.organizationId}@example.org`);
    for (let count = 0; count < 5; count += 1) expect((await invite(tenant, String(often))).status).toBe(201);
    await eventually(async () => expect(await mailsTo(String(often))).toHaveLength(5));
    expect((await invite(tenant, String(often))).json).toMatchObject({ error: { status: 429, code: 'rate-limited' } });
    await eventually(async () => expect(await mailsTo(String(often))).toHaveLength(5));
    await invite(tenant, String(last));
    await eventually(async () => expect(await mailsTo(String(last))).toHaveLength(1));
    expect(await mailsTo(String(often))).toHaveLength(5);
  });

  it('cannot be used by anyone else', async () => {
    const tenant = await createTenant(server);
    await invite(tenant, `meant-${tenant.organizationId}@example.org`);
    const other = await server.person();
    expect(await invitationsOf(other)).toEqual([]);
    const { error } = await server.call(acceptInvitation, { params: paramsOf(tenant), token: other.token });
    expect(error.code).toBe('not-found');
  });

  it('can be declined and withdrawn, and is still open after a year', async () => {
    const tenant = await createTenant(server);
    const person = await server.person();
    const params = paramsOf(tenant);
    const accept = () => server.call(acceptInvitation, { params, token: person.token });
    const pending = async () =>
      (await server.call(listPendingInvitations, { params, token: tenant.owner.token })).reply.data;

    await invite(tenant, person.email);
    expect((await pending()).map(({ email }) => email)).toEqual([person.email]);
    expect((await server.call(declineInvitation, { params, token: person.token })).status).toBe(204);
    expect((await accept()).error.code).toBe('not-found');

    await invite(tenant, person.email);
    const withdrawn = { params, token: tenant.owner.token, body: { email: person.email } };
    expect((await server.call(withdrawInvitation, withdrawn)).status).toBe(204);
    expect((await accept()).error.code).toBe('not-found');
    expect((await server.call(withdrawInvitation, withdrawn)).error.code).toBe('not-found');

    await invite(tenant, person.email);
    ahead = 400 * 86_400_000;
    await rowsOf(server, "update invitations set created_at = now() - interval '400 days' where email = $1", [
      person.email,
    ]);
    expect((await pending()).map(({ email }) => email)).toEqual([person.email]);
    expect(await invitationsOf(person)).toHaveLength(1);
    expect((await accept()).status).toBe(200);
    expect(await pending()).toEqual([]);
    ahead = 0;
  });

  it('arrives, although the mail server refused it at first', async () => {
    const mails = await startMailServer();
    mails.refuses = true;
    const own = await bootServer({ config: { smtpUrl: `smtp://berth:secret@127.0.0.1:${mails.port}` } });
    onTestFinished(() => Promise.all([own.stop(), mails.close()]).then(() => undefined));
    const { owner, organizationId: id } = await createTenant(own);
    const invite = (email: string) => own.call(inviteMember, { params: { id }, token: owner.token, body: { email } });
    await invite('greylisted@example.org');
    await mails.refused;
    // Stored, so that it outlives this server. Its next attempt is due now (not the lease of the current one).
    const due =
      "update queued_mails set mail_at = now() - interval '1 second' where mail_at < now() + interval '1 minute' returning kind";
    await eventually(async () => expect(await rowsOf(own, due)).toEqual([{ kind: 'invitation' }]));
    mails.refuses = false;
    await invite('another@example.org');
    expect(await mails.found(/^To: (greylisted.*)$/m)).toBe('greylisted@example.org');
  });

  it('is rejected for a member, for the owner role, and without permission', async () => {
    const tenant = await createTenant(server);
    const member = await addMember(server, tenant, 'operator');
    expect((await invite(tenant, member.email)).error.code).toBe('already-a-member');
    const sent = { params: paramsOf(tenant), body: { email: 'a@example.org' } };
    expect((await server.call(inviteMember, { ...sent, token: member.token })).error.code).toBe('forbidden');
    const owner = { email: 'a@example.org', role: 'owner' as 'operator' };
    const asOwner = await server.call(inviteMember, { ...sent, token: tenant.owner.token, body: owner });
    expect(asOwner.error.code).toBe('invalid-input');
    expect((await invite(tenant, 'not an address')).error.code).toBe('invalid-input');
  });
});

describe('a member', () => {
  it('can be given another role, effective right away', async () => {
    const tenant = await createTenant(server);
    const member = await addMember(server, tenant, 'viewer');
    const sent = { params: paramsOf(tenant), token: tenant.owner.token };
    const changed = await server.call(changeRole, { ...sent, body: { email: member.email, role: 'administrator' } });
    expect(changed.reply).toMatchObject({ email: member.email, role: 'administrator' });
    expect(
      (await server.call(inviteMember, { ...sent, token: member.token, body: { email: 'x@example.org' } })).status,
    ).toBe(201);
    const users = (await server.call(listUsers, sent)).reply;
    expect(users.map(({ email, role }) => [email, role]).sort()).toEqual(
      [
        [member.email, 'administrator'],
        [tenant.owner.email, 'owner'],
      ].sort(),
    );
    const owner = { email: tenant.owner.email, role: 'viewer' as const };
    expect((await server.call(changeRole, { ...sent, body: owner })).error.code).toBe('forbidden');
    const second = { email: member.email, role: 'owner' as 'viewer' };
    expect((await server.call(changeRole, { ...sent, body: second })).error.code).toBe('invalid-input');
    const nobody = { email: 'nobody@example.org', role: 'viewer' as const };
    expect((await server.call(changeRole, { ...sent, body: nobody })).error.code).toBe('not-found');
  });

  it('loses access and pending commands when removed, with the existing token', async () => {
    const tenant = await createTenant(server);
    const member = await addMember(server, tenant, 'operator');
    const machine = await addMachine(server, tenant);
    const sent = { params: { id: machine.id }, token: member.token };
    await server.call(notifyMachine, { ...sent, body: { msg: 'still waiting' } });
    const { token } = await addMember(server, tenant, 'administrator');
    const removal = { params: paramsOf(tenant), token, body: { email: member.email } };
    expect((await server.call(removeMember, removal)).status).toBe(204);
    expect((await server.call(notifyMachine, { ...sent, body: { msg: 'hi' } })).error.code).toBe('not-found');
    expect((await read(tenant, member)).error.code).toBe('not-found');
    const left = await server.call(listMachineCommands, { params: { id: machine.id }, token: tenant.owner.token });
    expect(left.reply.map(({ state }) => state)).toEqual(['cancelled']);
    const link = await machine.connect(server.url);
    await link.next('welcome');
    link.send({ type: 'ping' });
    await link.next('pong');
    expect(link.waiting).toEqual([]);
    await link.close();
    expect((await server.call(removeMember, removal)).error.code).toBe('not-found');
  });

  it('can leave; the owner cannot leave or be removed', async () => {
    const tenant = await createTenant(server);
    const params = paramsOf(tenant);
    for (const endpoint of [leaveOrganization, leaveByGet]) {
      const member = await addMember(server, tenant, 'viewer');
      expect((await server.call(endpoint, { params, token: member.token })).status).toBe(204);
      expect((await read(tenant, member)).error.code).toBe('not-found');
    }
    const administrator = await addMember(server, tenant, 'administrator');
    expect((await server.call(leaveOrganization, { params, token: tenant.owner.token })).error.code).toBe('forbidden');
    const removal = { params, token: administrator.token, body: { email: tenant.owner.email } };
    expect((await server.call(removeMember, removal)).error.code).toBe('forbidden');
    expect((await read(tenant, tenant.owner)).reply.role).toBe('owner');
  });
});

describe.each(LANGUAGES)('an invitation in %s', (language) => {
  const link = 'https://berth.example/manage/org/select?a=1&b=2';

  it('names organization, inviter and link, and escapes markup in names', () => {
    const names = { organization: 'Tom & <Jerry>', inviter: 'boss@example.org' };
    const { subject, text, html } = composeInvitation(language, names, link);
    expect(subject).toContain('Tom & <Jerry>');
    expect(text).toContain('boss@example.org');
    expect(text).toContain(link);
    expect(text).not.toContain('{');
    expect(html).toContain('Tom &amp; &lt;Jerry&gt;');
    expect(html).toContain('href="https://berth.example/manage/org/select?a=1&amp;b=2"');
    expect(html).not.toContain('<Jerry>');
  });

  it('does not read placeholders in names', () => {
    const { text } = composeInvitation(language, { organization: '{inviter}', inviter: 'x@example.org' }, link);
    expect(text).toContain('{inviter}');
  });
});
