import { createApiKey } from '@berth/contract/api/api-keys';
import { listAudit } from '@berth/contract/api/audit';
import { tagMachine } from '@berth/contract/api/machine-actions';
import { changeAlerts, readAlerts } from '@berth/contract/api/members';
import { changeMonitoring } from '@berth/contract/api/organization-settings';
import { startRollout } from '@berth/contract/api/rollouts';
import type { Language } from '@berth/contract/rules/languages';
import { beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../platform/logger.ts';
import type { Mail } from '../../platform/mail.ts';
import { deriveKey } from '../../platform/seal.ts';
import { buyCredits, setUpBilling } from '../../testing/commerce.ts';
import { addMachine, addMember, asOwner, createTenant, rowsOf, type Tenant } from '../../testing/fleet.ts';
import { sharedServer } from '../../testing/server.ts';
import { readOutlook } from '../billing/charging/outlook.ts';
import { priceList } from '../billing/charging/price-list.ts';
import { selectNeeds } from '../machines/fleet/needs.ts';
import { findTier } from '../organizations/store.ts';
import { listRolledBack } from '../rollouts/rolled-back.ts';
import { checkAlerts } from './check-job.ts';
import type { AlertDeps } from './deps.ts';
import { mailAlerts } from './mail-job.ts';
import { unsubscribeLinks } from './unsubscribe.ts';

const server = await sharedServer({ tuning: { jobs: false } });

const MINUTE_MS = 60_000;
/** In minutes. */
const DAY = 1_440;
let ahead = 0;
let isAway = false;
let language: Language = 'eng';
const sent: Mail[] = [];
const clock = { now: () => Date.now() + ahead };
const deps: AlertDeps = {
  db: server.database.db,
  clock,
  logger: createLogger('silent'),
  publicUrl: 'https://berth.example',
  languageOf: async () => language,
  links: unsubscribeLinks(deriveKey(server.config.secret as Buffer, 'unsubscribe links'), server.url),
  mailer: {
    send: async (mail) => {
      if (isAway) throw new Error('The mail server is away');
      sent.push(mail);
    },
  },
  selectNeeds,
  listRolledBack,
  readCredits: async (tx, organizationId) => {
    const outlook = await readOutlook({ clock, priceList: priceList(3), tierOf: findTier }, tx, organizationId);
    return outlook.account && outlook;
  },
};

beforeEach(async () => {
  ahead = 0;
  isAway = false;
  language = 'eng';
  // The clock of the test before was ahead.
  await rowsOf(server, 'delete from alert_mails');
  await rowsOf(server, 'delete from alert_states');
});

/** The mails to a person of what is found after some minutes. */
async function mailsTo({ email }: { readonly email: string }, minutes = 0): Promise<Mail[]> {
  ahead += minutes * MINUTE_MS;
  await checkAlerts(deps);
  await mailAlerts(deps);
  return sent.splice(0).filter(({ to }) => to === email);
}

const setFault = (name: string, fault: string | null) =>
  rowsOf(
    server,
    'update machine_states s set apply_error = $2 from machines m where m.machine_id = s.machine_id and m.name = $1',
    [name, fault],
  );

const choose = ({ organizationId }: Tenant, { token }: { readonly token: string }, topics: readonly string[]) =>
  server.call(changeAlerts, { params: { id: organizationId }, token, body: { topics: topics as ['machines'] } });

it('mails what machines need once it lasts ten minutes, once, with links', async () => {
  const tenant = await createTenant(server);
  const machine = await addMachine(server, tenant, { name: 'Alerts 1' });
  await addMachine(server, tenant, { name: 'Alerts 2' });
  await setFault('Alerts 1', 'The scaling cannot be set');
  expect(await mailsTo(tenant.owner)).toEqual([]);
  expect(await mailsTo(tenant.owner, 5)).toEqual([]);
  const [mail, ...others] = await mailsTo(tenant.owner, 6);
  expect(others).toEqual([]);
  expect(mail?.subject).toMatch(/^Company \d+: 1 machine needs attention$/);
  expect(mail?.text).toContain('Configuration rejected\n- Alerts 1\n\n');
  expect(mail?.text).not.toContain('Alerts 2');
  const at = `?organization=${tenant.organizationId}`;
  expect(mail?.html).toContain(`https://berth.example/manage/machines/${machine.id}${at}"`);
  expect(mail?.text).toContain(`/manage/machines?need=faulty&organization=${tenant.organizationId}\n`);
  expect(mail?.text).toContain(`https://berth.example/manage/org/${tenant.organizationId}\n`);
  expect(await mailsTo(tenant.owner, 90)).toEqual([]);
});

it('sends one mail an hour, with all that is new by then', async () => {
  const tenant = await createTenant(server);
  for (const name of ['Rush 1', 'Rush 2', 'Rush 3', 'Rush 4']) await addMachine(server, tenant, { name });
  await setFault('Rush 1', 'broken');
  await mailsTo(tenant.owner);
  expect(await mailsTo(tenant.owner, 11)).toHaveLength(1);
  for (const name of ['Rush 2', 'Rush 3', 'Rush 4']) await setFault(name, 'broken');
  await mailsTo(tenant.owner, 3);
  expect(await mailsTo(tenant.owner, 20)).toEqual([]);
  await setFault('Rush 3', null);
  const [mail] = await mailsTo(tenant.owner, 40);
  expect(mail?.subject).toMatch(/2 machines need attention$/);
  expect(mail?.text).toContain('- Rush 2\n- Rush 4\n');
});

it('does not report again what comes and goes within a day', async () => {
  const tenant = await createTenant(server);
  await addMachine(server, tenant, { name: 'Flicker' });
  await setFault('Flicker', 'broken');
  await mailsTo(tenant.owner);
  expect(await mailsTo(tenant.owner, 11)).toHaveLength(1);
  await setFault('Flicker', null);
  await mailsTo(tenant.owner, 120);
  await setFault('Flicker', 'broken');
  await mailsTo(tenant.owner, 120);
  expect(await mailsTo(tenant.owner, 120)).toEqual([]);
  await setFault('Flicker', null);
  await mailsTo(tenant.owner, 10);
  await mailsTo(tenant.owner, DAY + 60);
  await setFault('Flicker', 'broken again');
  await mailsTo(tenant.owner, 10);
  expect(await mailsTo(tenant.owner, 11)).toHaveLength(1);
});

it('mails that a machine is offline that should always be online', async () => {
  const tenant = await createTenant(server);
  const { id } = await addMachine(server, tenant, { name: 'Lobby sign' });
  await server.call(tagMachine, { params: { id }, token: tenant.owner.token, body: { tags: ['sign'] } });
  await server.call(changeMonitoring, { ...asOwner(tenant), body: { alwaysOnTags: ['sign'] } });
  const setGone = (minutes: number) =>
    rowsOf(server, 'update machine_states set gone_at = now() - make_interval(mins => $2) where machine_id = $1', [
      id,
      minutes,
    ]);
  await setGone(1);
  await mailsTo(tenant.owner);
  expect(await mailsTo(tenant.owner, 11)).toEqual([]);
  await setGone(6);
  await mailsTo(tenant.owner, 3);
  const [mail] = await mailsTo(tenant.owner, 11);
  expect(mail?.text).toContain('Offline, should always be on\n- Lobby sign\n');
});

it('names ten machines, and counts the others', async () => {
  const tenant = await createTenant(server);
  for (let number = 1; number <= 12; number += 1) await addMachine(server, tenant, { name: `Many ${number}` });
  await rowsOf(server, "update machine_states set apply_error = 'broken' where organization_id = $1", [
    tenant.organizationId,
  ]);
  await rowsOf(server, "update machine_states set gone_at = now() - interval '8 days' where organization_id = $1", [
    tenant.organizationId,
  ]);
  await mailsTo(tenant.owner);
  const [mail] = await mailsTo(tenant.owner, 11);
  expect(mail?.subject).toMatch(/12 machines need attention$/);
  expect(mail?.text).toContain('- Many 9\n- Many 10\n- 2 more machines\n\nOffline for 7 days\n- Many 1\n');
  expect(mail?.text).toContain('need=attention&');
});

it('mails other members what they choose and may read, until they leave', async () => {
  const tenant = await createTenant(server);
  const viewer = await addMember(server, tenant, 'viewer');
  await addMachine(server, tenant, { name: 'Seen by all' });
  const read = async (token: string) =>
    (await server.call(readAlerts, { params: { id: tenant.organizationId }, token })).reply.topics;
  expect([await read(tenant.owner.token), await read(viewer.token)]).toEqual([['machines', 'rollouts', 'credits'], []]);
  expect((await choose(tenant, viewer, ['machines', 'credits'])).json).toMatchObject({
    error: { status: 403, message: expect.stringContaining('(viewer) has no emails about credits') },
  });
  expect((await choose(tenant, viewer, ['machines'])).status).toBe(200);
  expect((await choose(tenant, tenant.owner, [])).status).toBe(200);
  expect([await read(tenant.owner.token), await read(viewer.token)]).toEqual([[], ['machines']]);
  await setFault('Seen by all', 'broken');
  await mailsTo(viewer);
  isAway = true;
  await mailsTo(viewer, 11);
  isAway = false;
  const members = await rowsOf(server, 'select 1 from alert_mails where organization_id = $1', [tenant.organizationId]);
  expect(members).toHaveLength(1);
  await rowsOf(server, 'delete from memberships where user_id = $1', [viewer.userId]);
  expect(await mailsTo(viewer, 10)).toEqual([]);
});

it("refuses API keys and strangers, who would read or change a person's emails", async () => {
  const tenant = await createTenant(server);
  const stranger = await createTenant(server);
  const body = { name: 'Reader', scopes: ['organization.read'] as ['organization.read'], expiresAt: null };
  const { key } = (await server.call(createApiKey, { ...asOwner(tenant), body })).reply;
  const params = { id: tenant.organizationId };
  for (const token of [key, stranger.owner.token]) {
    expect((await choose(tenant, { token }, [])).status).toBe(token === key ? 403 : 404);
    expect((await server.call(readAlerts, { params, token })).status).toBe(token === key ? 403 : 404);
  }
  const { topics } = (await server.call(readAlerts, asOwner(tenant))).reply;
  expect(topics).toHaveLength(3);
});

it('mails that credits run out, that they do not suffice, and that Pro is paused, once each', async () => {
  const tenant = await createTenant(server, 'pro');
  await addMachine(server, tenant, { name: 'Paid' });
  await setUpBilling(server, tenant);
  await buyCredits(server, tenant, 3);
  const subjects = async (minutes: number) =>
    (await mailsTo(tenant.owner, minutes)).map(({ subject }) => subject.replace(/^.*?: /, ''));
  // Three credits pay for one machine and 30 days.
  expect(await subjects(0)).toEqual([]);
  expect(await subjects(22 * DAY)).toEqual([]);
  expect(await subjects(2 * DAY)).toEqual([expect.stringMatching(/^Credits last until \d+ \w+ \d{4}$/)]);
  expect(await subjects(61)).toEqual([]);
  const setArrears = (since: Date | null) =>
    rowsOf(server, 'update billing_accounts set arrears_since = $2 where organization_id = $1', [
      tenant.organizationId,
      since,
    ]);
  await setArrears(new Date(clock.now()));
  expect(await subjects(61)).toEqual(['Not enough credits']);
  expect(await subjects(8 * DAY)).toEqual(['Pro is paused']);
  expect(await subjects(61)).toEqual([]);
  await setArrears(null);
  await buyCredits(server, tenant, 3);
  expect(await subjects(61)).toEqual([]);
  await setArrears(new Date(clock.now()));
  expect(await subjects(61)).toEqual(['Not enough credits']);
});

it('mails a rollout that machines ended, not one that a person canceled', async () => {
  const tenant = await createTenant(server);
  await addMachine(server, tenant, { name: 'Rolled' });
  await mailsTo(tenant.owner);
  const started = await server.call(startRollout, {
    params: { id: tenant.profileId },
    token: tenant.owner.token,
    body: { definition: { thinhoc: { customization: { dashboard: { height: 30 } } } }, groups: [{ percent: 100 }] },
  });
  expect(started.status).toBe(201);
  const end = (reason: string) =>
    rowsOf(
      server,
      "update profile_rollouts set state = 'returned', reason = $2, finished_at = $3 where organization_id = $1",
      [tenant.organizationId, reason, new Date(clock.now())],
    );
  await end('cancelled');
  expect(await mailsTo(tenant.owner, 3)).toEqual([]);
  await end('silence');
  const [mail] = await mailsTo(tenant.owner, 3);
  expect(mail?.subject).toMatch(/: Rollout of Front desk was rolled back$/);
  expect(mail?.text).toContain('Too many machines stopped responding after revision 2 of Front desk.');
  expect(await mailsTo(tenant.owner, 3)).toEqual([]);
});

it("writes in the person's language, and keeps mails until the mail server is back", async () => {
  const tenant = await createTenant(server);
  await addMachine(server, tenant, { name: 'Empfang <b>' });
  await setFault('Empfang <b>', 'kaputt');
  await mailsTo(tenant.owner);
  isAway = true;
  expect(await mailsTo(tenant.owner, 11)).toEqual([]);
  isAway = false;
  language = 'deu';
  expect(await mailsTo(tenant.owner)).toEqual([]);
  ahead += 2 * MINUTE_MS;
  // Two servers at once: one of them sends it.
  await Promise.all([mailAlerts(deps), mailAlerts(deps)]);
  const mails = sent.splice(0).filter(({ to }) => to === tenant.owner.email);
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/: Handlungsbedarf bei 1 Gerät$/)]);
  expect(mails[0]?.html).toContain('Empfang &lt;b&gt;');
});

it("checks the other organizations if one's check fails", async () => {
  const [broken, whole] = [await createTenant(server), await createTenant(server)];
  for (const [name, tenant] of [
    ['Broken', broken],
    ['Whole', whole],
  ] as const) {
    await addMachine(server, tenant, { name: `${name} organization` });
    await setFault(`${name} organization`, 'broken');
  }
  const failing: AlertDeps = {
    ...deps,
    listRolledBack: (tx, organizationId, time) => {
      if (organizationId === broken.organizationId) throw new Error('It broke');
      return listRolledBack(tx, organizationId, time);
    },
  };
  await expect(checkAlerts(failing)).rejects.toThrow(/^1 of \d+ failed$/);
  ahead += 11 * MINUTE_MS;
  await expect(checkAlerts(failing)).rejects.toThrow(/^1 of \d+ failed$/);
  await mailAlerts(deps);
  const mailed = sent.splice(0).map(({ to }) => to);
  expect([mailed.includes(whole.owner.email), mailed.includes(broken.owner.email)]).toEqual([true, false]);
});

it('gives up a mail after three days', async () => {
  const tenant = await createTenant(server);
  await addMachine(server, tenant, { name: 'Old news' });
  await setFault('Old news', 'broken');
  await mailsTo(tenant.owner);
  isAway = true;
  await mailsTo(tenant.owner, 11);
  await mailsTo(tenant.owner, 3 * DAY + 1);
  const left = 'select 1 from alert_mails where organization_id = $1';
  expect(await rowsOf(server, left, [tenant.organizationId])).toEqual([]);
});

describe('the link to unsubscribe', () => {
  const oneClick = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) };

  /** The link of an email that an organization's owner got about a faulty machine. */
  async function mailedLink(tenant: Tenant, name: string): Promise<string> {
    await addMachine(server, tenant, { name });
    await setFault(name, 'broken');
    await mailsTo(tenant.owner);
    const [mail] = await mailsTo(tenant.owner, 11);
    return mail?.unsubscribeLink ?? '';
  }
  const topicsOf = async ({ owner, organizationId }: Tenant) =>
    (await server.call(readAlerts, { params: { id: organizationId }, token: owner.token })).reply.topics;

  it('ends the emails about its topic without a login, and is in the audit log', async () => {
    const tenant = await createTenant(server);
    const link = await mailedLink(tenant, 'Unsubscribed');
    expect((await fetch(link, oneClick)).status).toBe(204);
    expect(await topicsOf(tenant)).toEqual(['rollouts', 'credits']);
    await addMachine(server, tenant, { name: 'Later' });
    await setFault('Later', 'broken');
    await mailsTo(tenant.owner, 61);
    expect(await mailsTo(tenant.owner, 11)).toEqual([]);
    // A second click neither fails nor undoes a later choice.
    await choose(tenant, tenant.owner, ['machines']);
    await choose(tenant, tenant.owner, []);
    expect((await fetch(link, oneClick)).status).toBe(204);
    const { reply } = await server.call(listAudit, asOwner(tenant));
    const entries = reply.filter(({ action }) => action === changeAlerts.id);
    expect(entries.map(({ actor }) => actor)).toEqual(Array(3).fill(tenant.owner.email));
    expect(entries.at(-1)?.after).toEqual({ topics: ['rollouts', 'credits'] });
  });

  it('changes nothing when it is opened, and leads to the switches', async () => {
    const tenant = await createTenant(server);
    const reply = await fetch(await mailedLink(tenant, 'Opened'), { redirect: 'manual' });
    expect([reply.status, reply.headers.get('location')]).toEqual([
      302,
      `${server.url}/manage/org/${tenant.organizationId}`,
    ]);
    expect(await topicsOf(tenant)).toContain('machines');
  });

  it('is refused for another person, organization, or topic', async () => {
    const [tenant, other] = [await createTenant(server), await createTenant(server)];
    const link = await mailedLink(tenant, 'Forged');
    const forged = [
      link.replace(tenant.organizationId, other.organizationId),
      link.replace(tenant.owner.userId, other.owner.userId),
      link.replace('machines', 'credits'),
      link.slice(0, -1),
      `${link}.`,
    ];
    for (const each of forged) expect((await fetch(each, oneClick)).status).toBe(404);
    expect([await topicsOf(tenant), await topicsOf(other)]).toEqual(Array(2).fill(['machines', 'rollouts', 'credits']));
  });
});
