import { REFUSALS_REPORTED, type RefusedCertificate } from '@berth/contract/device/certificate';
import { expect, test } from 'vitest';
import { understandDefinition } from '../../state/schema.ts';
import { openStore } from '../../state/store.ts';
import { silentLog } from '../../system/log.ts';
import { testFolder } from '../../testing/folders.ts';
import { entriesOf } from './entries.ts';
import { RefusedCertificates } from './refused-certificates.ts';

const FINGERPRINT = 'ab'.repeat(32);

const refusal = (host: string): RefusedCertificate => ({
  host,
  fault: 'issuer',
  subject: 'CN=desk',
  issuer: 'CN=desk',
  fingerprint: FINGERPRINT,
  validFrom: '2026-01-01T00:00:00.000Z',
  validTo: '2027-01-01T00:00:00.000Z',
});

/** The remote desktops of a profile, one per host. */
function desks(...fields: readonly { default_host: string; certificate_fingerprint?: string }[]) {
  const rdp = fields.map((each) => ({ display_name: 'Desk', icon: {}, ...each }));
  return entriesOf(understandDefinition({ thinhoc: { sessions: { rdp } } }).value);
}

async function machine() {
  const store = await openStore(await testFolder(), silentLog);
  let changes = 0;
  const certificates = new RefusedCertificates({ store, onChange: () => (changes += 1), log: silentLog });
  return { certificates, store, changes: () => changes, hosts: () => certificates.list().map(({ host }) => host) };
}

test('does not report a host that the user typed, and trusting it removes no report', async () => {
  const { certificates, hosts, changes } = await machine();
  const [desk] = desks({ default_host: 'desk.example' });
  if (!desk) return;
  certificates.refused(desk, refusal('typed.example'));
  expect([hosts(), changes()]).toEqual([[], 0]);
  certificates.refused(desk, refusal('desk.example'));
  certificates.trusted(desk, 'typed.example');
  expect(hosts()).toEqual(['desk.example']);
  certificates.trusted(desk, 'desk.example');
  expect([hosts(), changes()]).toEqual([[], 2]);
});

test('ignores the same certificate and replaces a different one', async () => {
  const { certificates, changes } = await machine();
  const [desk] = desks({ default_host: 'desk.example' });
  if (!desk) return;
  certificates.refused(desk, refusal('desk.example'));
  certificates.refused(desk, refusal('desk.example'));
  expect(changes()).toBe(1);
  certificates.refused(desk, { ...refusal('desk.example'), fingerprint: 'cd'.repeat(32) });
  expect(certificates.list().map(({ fingerprint }) => fingerprint)).toEqual(['cd'.repeat(32)]);
});

test('keeps the newest certificates of the profile’s sessions', async () => {
  const { certificates, hosts } = await machine();
  const all = Array.from({ length: REFUSALS_REPORTED + 2 }, (_, index) => `desk${index}.example`);
  for (const [index, entry] of desks(...all.map((default_host) => ({ default_host }))).entries()) {
    certificates.refused(entry, refusal(all[index] ?? ''));
  }
  expect(hosts()).toEqual(all.toReversed().slice(0, REFUSALS_REPORTED));
});

test.each([
  [
    'trusts the certificate',
    [{ default_host: 'desk.example', certificate_fingerprint: 'AB:'.repeat(31).concat('AB') }],
    0,
  ],
  ['no longer has the remote desktop', [{ default_host: 'other.example' }], 0],
  ['has it elsewhere in its list', [{ default_host: 'other.example' }, { default_host: 'desk.example' }], 1],
])('a profile that %s', async (_what, next, left) => {
  const { certificates, hosts } = await machine();
  const [desk] = desks({ default_host: 'desk.example' });
  if (!desk) return;
  certificates.refused(desk, refusal('desk.example'));
  certificates.follow(desks(...next));
  expect(hosts()).toHaveLength(left);
});
