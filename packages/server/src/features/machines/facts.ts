import {
  listMachineCertificates,
  type MachineCertificate,
  type PresenceSpan,
  readInventory,
  readPresence,
} from '@berth/contract/api/machines';
import { plainFingerprint, type ReportedCertificate, readableName } from '@berth/contract/device/certificate';
import type { Hardware } from '@berth/contract/device/messages';
import type { ProfileId } from '@berth/contract/ids';
import { LOG_MAX_AGE_DAYS } from '@berth/contract/limits';
import type { ProfileDefinition } from '@berth/contract/profile/definition';
import { openableSessions } from '@berth/contract/profile/openable';
import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import type { MachineKey } from '../../gateway/ports.ts';
import { type Route, route } from '../../http/route.ts';
import type { MachineDeps } from './deps.ts';
import { notFound } from './errors.ts';

export const readInventoryRoute = route(readInventory, async ({ params, tx, organizationId }) => {
  const found = await findInventory(tx, { organizationId, machineId: params.id });
  if (!found) throw notFound();
  return found;
});

export function readPresenceRoute({ presence }: MachineDeps): Route {
  return route(readPresence, ({ params, tx, organizationId }) =>
    listSpans(tx, { organizationId, machineId: params.id }, presence.isOnline(params.id)),
  );
}

interface Inventory {
  readonly hardware: Hardware | null;
  readonly timeZone: string | null;
}

/** The last report of a machine; undefined if the machine does not exist. */
async function findInventory(tx: Tx, key: MachineKey): Promise<Inventory | undefined> {
  const { rows } = await sql<Inventory>`
    select s.hardware, s.time_zone as "timeZone" from machines m
    left join machine_states s on s.organization_id = m.organization_id and s.machine_id = m.machine_id
    where m.organization_id = ${key.organizationId} and m.machine_id = ${key.machineId}`.execute(tx);
  return rows[0];
}

interface Certificates {
  readonly profile: { readonly profileId: ProfileId; readonly profileName: string; readonly revision: number } | null;
  readonly reported: readonly ReportedCertificate[];
}

/** The certificates of its current profile that a machine refuses; undefined if the machine does not exist. */
async function findCertificates(tx: Tx, key: MachineKey): Promise<Certificates | undefined> {
  const { rows } = await sql<Certificates>`
    select case when p.profile_id is null then null else
        json_build_object('profileId', p.profile_id, 'profileName', p.name, 'revision', p.revision) end as profile,
      coalesce(s.refused_certificates, '[]') as reported
    from machines m
    left join profiles p on p.organization_id = m.organization_id and p.profile_id = m.profile_id
    left join machine_states s on s.organization_id = m.organization_id and s.machine_id = m.machine_id
      and s.applied_profile_id = m.profile_id
    where m.organization_id = ${key.organizationId} and m.machine_id = ${key.machineId}`.execute(tx);
  return rows[0];
}

/**
 * The connections of a machine in the last 30 days. A span left open by a crashed server ends with the machine's last
 * sign of life, if it is not online.
 */
async function listSpans(tx: Tx, { organizationId, machineId }: MachineKey, online: boolean): Promise<PresenceSpan[]> {
  const { rows } = await sql<PresenceSpan>`
    select p.since, case when ${online} then p.until else coalesce(p.until, greatest(p.since, s.last_seen)) end as until
    from machine_presence p
    join machine_states s on s.organization_id = p.organization_id and s.machine_id = p.machine_id
    where p.organization_id = ${organizationId} and p.machine_id = ${machineId}
      and coalesce(p.until, now()) > now() - make_interval(days => ${LOG_MAX_AGE_DAYS}::int)
    order by p.since`.execute(tx);
  return rows;
}

export function listMachineCertificatesRoute({ readDefinition }: MachineDeps): Route {
  return route(listMachineCertificates, async ({ params, tx, organizationId }) => {
    const machine = { organizationId, machineId: params.id };
    const found = await findCertificates(tx, machine);
    if (!found) throw notFound();
    const { profile, reported } = found;
    if (!profile || reported.length === 0) return none;
    const shown = await readDefinition(tx, machine);
    return shown ? certificatesOf(shown.definition, reported).map((each) => ({ ...profile, ...each })) : none;
  });
}

const none: MachineCertificate[] = [];

type Found = Omit<MachineCertificate, 'profileId' | 'profileName' | 'revision'>;

/**
 * The valid part of a machine's report: one certificate per remote desktop of the profile, for that desktop's host, and
 * not yet trusted. A machine must not report anything else.
 */
function certificatesOf(definition: ProfileDefinition, reported: readonly ReportedCertificate[]): Found[] {
  return openableSessions(definition).flatMap(({ type, session, index, identity }) => {
    if (type !== 'rdp') return [];
    const found = reported.find((each) => each.session === identity && each.host === session.default_host);
    if (!found || found.fingerprint === plainFingerprint(session.certificate_fingerprint)) return [];
    const { session: _, subject, issuer, ...facts } = found;
    const names = { subject: readableName(subject), issuer: readableName(issuer) };
    return [{ ...facts, ...names, index, displayName: session.display_name }];
  });
}
