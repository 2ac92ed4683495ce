import { assignProfile, listMachineCertificates } from '@berth/contract/api/machines';
import { changeProfile } from '@berth/contract/api/profiles';
import { REFUSALS_REPORTED, REPORTED_NAME_MAX, type ReportedCertificate } from '@berth/contract/device/certificate';
import { CLOSE } from '@berth/contract/device/messages';
import { applyDefaults } from '@berth/contract/profile/defaults';
import { ProfileDefinition } from '@berth/contract/profile/definition';
import { openableSessions } from '@berth/contract/profile/openable';
import { eventually } from '@berth/testing/wait';
import { expect, it } from 'vitest';
import { addMachine, addProfile, createTenant, type Tenant } from '../../testing/fleet.ts';
import { REPORTED, type TestMachine } from '../../testing/machine.ts';
import { sharedServer } from '../../testing/server.ts';

const server = await sharedServer();

const FINGERPRINT = 'ab'.repeat(32);
const desk = (default_host: string) => ({ display_name: 'Desk', icon: {}, default_host });
const definition = { thinhoc: { sessions: { rdp: [desk('files.example'), desk('desk.example')] } } };
const [files, second] = openableSessions(applyDefaults(ProfileDefinition, definition)).map(({ identity }) => identity);

const certificate = (about: Partial<ReportedCertificate> = {}): ReportedCertificate => ({
  session: second ?? '',
  host: 'desk.example',
  fault: 'issuer',
  subject: 'CN=desk',
  issuer: 'CN=desk',
  fingerprint: FINGERPRINT,
  validFrom: '2026-01-01T00:00:00.000Z',
  validTo: '2027-01-01T00:00:00.000Z',
  seenAt: '2026-11-23T08:00:00.000Z',
  ...about,
});

/** A machine whose profile has two remote desktops. */
async function connected() {
  const tenant = await createTenant(server);
  const profileId = await addProfile(server, tenant, 'Desks', definition);
  const machine = await addMachine(server, { ...tenant, profileId });
  const link = await machine.connect(server.url, { appliedProfileId: profileId, appliedRevision: 1 });
  await link.next('welcome');
  const report = (refusedCertificates?: readonly object[]) =>
    link.send({
      type: 'report',
      reported: { ...REPORTED, appliedProfileId: profileId, ...(refusedCertificates && { refusedCertificates }) },
    });
  return { tenant, profileId, machine, link, report };
}

const listed = async ({ owner }: Tenant, { id }: TestMachine) =>
  (await server.call(listMachineCertificates, { params: { id }, token: owner.token })).reply;

it('a refused certificate is listed with its remote desktop until the machine no longer reports it', async () => {
  const { tenant, profileId, machine, link, report } = await connected();
  expect(await listed(tenant, machine)).toEqual([]);
  report([certificate()]);
  const { session: _, ...facts } = certificate();
  const place = { profileId, profileName: 'Desks', revision: 1, index: 1, displayName: 'Desk' };
  await eventually(async () => expect(await listed(tenant, machine)).toEqual([{ ...facts, ...place }]));
  // Agents without this feature report no list.
  report();
  await eventually(async () => expect(await listed(tenant, machine)).toEqual([]));
  await link.close();
});

it('a certificate that the profile now trusts is not listed', async () => {
  const { tenant, profileId, machine, link, report } = await connected();
  report([certificate()]);
  await eventually(async () => expect(await listed(tenant, machine)).toHaveLength(1));
  const path = '/definition/thinhoc/sessions/rdp/1/certificate_fingerprint';
  const written = FINGERPRINT.toUpperCase().match(/../g)?.join(':');
  await server.call(changeProfile, {
    params: { id: profileId },
    token: tenant.owner.token,
    headers: { 'content-type': 'application/json-patch+json' },
    body: [{ op: 'add', path, value: written }],
  });
  expect(await listed(tenant, machine)).toEqual([]);
  await link.close();
});

it('a machine can report certificates only for remote desktops and hosts of its own profile', async () => {
  const { tenant, machine, link, report } = await connected();
  report([
    certificate({ session: 'rdp\n\nother.example\n0', host: 'other.example' }),
    certificate({ session: files ?? '', host: 'evil.example' }),
    certificate({ subject: 'CN=\u202egro.elpmaxe\n<b>x</b>', issuer: 'CN=\u0000a' }),
    certificate({ fingerprint: 'cd'.repeat(32) }),
  ]);
  await eventually(async () =>
    expect(await listed(tenant, machine)).toMatchObject([
      { index: 1, host: 'desk.example', subject: 'CN=\ufffdgro.elpmaxe\ufffd<b>x</b>', fingerprint: FINGERPRINT },
    ]),
  );
  const body = { profileId: tenant.profileId };
  await server.call(assignProfile, { params: { id: machine.id }, token: tenant.owner.token, body });
  expect(await listed(tenant, machine)).toEqual([]);
  await link.close();
});

it.each<[string, () => object[]]>([
  ['too many', () => Array.from({ length: REFUSALS_REPORTED + 1 }, () => certificate())],
  ['a text that is too long', () => [certificate({ subject: 'x'.repeat(REPORTED_NAME_MAX + 1) })]],
  ['an invalid fingerprint', () => [certificate({ fingerprint: '"><script>' })]],
  ['an unknown field', () => [{ ...certificate(), more: 1 }]],
])('a machine that reports %s is disconnected, and nothing is stored', async (_what, made) => {
  const { tenant, machine, link, report } = await connected();
  report(made());
  expect(await link.closed).toBe(CLOSE.badMessage);
  expect(await listed(tenant, machine)).toEqual([]);
});
