import { LogEntry } from '@berth/contract/api/machines';
import type { MachineId, OrganizationId } from '@berth/contract/ids';
import type { Deployment } from '@berth/contract/limits';
import { OrganizationAuth } from '@berth/contract/profile/outside-profile';
import { sql } from 'kysely';
import type { Database } from '../../db/connection.ts';
import { asSystem, inTenant } from '../../db/transaction.ts';
import type { DesiredHead, GatewayPorts } from '../../gateway/ports.ts';
import type { MachineState } from '../../gateway/presence.ts';
import type { SealedDocument, Sealer } from '../../platform/seal.ts';
import { settingsDocument } from '../../platform/settings-document.ts';
import { insertLogs } from './logs.ts';
import { machineContext } from './machine-context.ts';
import { findHomes } from './store-registration.ts';

type MachinePorts = Pick<GatewayPorts, 'homesOf' | 'loadHeads' | 'saveStates' | 'saveLogs' | 'recordClone'>;

const organizationAuth = settingsDocument(OrganizationAuth);
const LOG_TYPES: ReadonlySet<string> = new Set(LogEntry.properties.type.enum);

/** The gateway's ports for machines. */
export function machinePorts(db: Database, sealer: Sealer): MachinePorts {
  return {
    // A single statement is a transaction.
    homesOf: (machineIds) => findHomes(db.system, machineIds),
    loadHeads: (organizationId, machineIds) => loadHeads(db, sealer, organizationId, machineIds),
    saveStates: (states) =>
      asSystem(db, async (tx) => {
        await sql`select record_machine_states(${JSON.stringify(states.map(toRecord))}::jsonb)`.execute(tx);
      }),
    saveLogs: (machine, lines) => {
      // A newer agent may know more types.
      const known = lines.map((line) => (LOG_TYPES.has(line.type) ? line : { ...line, type: 'DEBUG' }));
      return inTenant(db, machine, (tx) => insertLogs(tx, machine, known));
    },
    recordClone: ({ organizationId, machineId }, addresses) =>
      asSystem(db, async (tx) => {
        await sql`select record_machine_clone(${organizationId}, ${machineId}, ${[...addresses]}::text[])`.execute(tx);
      }),
  };
}

interface HeadRow {
  readonly machine_id: MachineId;
  readonly organization_name: string;
  readonly auth: SealedDocument;
  readonly name: string;
  readonly deployment: Deployment;
  readonly context: SealedDocument;
  readonly context_revision: number;
  readonly profile_id: NonNullable<DesiredHead['profile']>['id'] | null;
  readonly revision: number | null;
  readonly is_held: boolean;
  readonly layers: readonly string[];
  readonly commands_wait: boolean;
  readonly audit_sequence: number | null;
  readonly audit_hash: Buffer | null;
}

function loadHeads(
  db: Database,
  sealer: Sealer,
  organizationId: OrganizationId,
  machineIds: readonly MachineId[],
): Promise<Map<MachineId, DesiredHead>> {
  return inTenant(db, { organizationId }, async (tx) => {
    // Machines with the same tags that the same rollouts have reached share their layers, apart from the machine's own,
    // which is above all others.
    const { rows } = await sql<HeadRow>`
      with asked as materialized (
        select organization_id, machine_id, name, deployment, context, context_revision, profile_id, held_revision, tags,
          released_layers
        from machines where organization_id = ${organizationId} and machine_id = any (${machineIds}::text[])
      ), shared as materialized (
        select tags, released_layers, layers_of_machine(${organizationId}, '', tags, released_layers) as layers
        from (select distinct tags, released_layers from asked) as t
      )
      select o.name as organization_name, o.auth, m.machine_id, m.name, m.deployment, m.context, m.context_revision,
        m.profile_id, coalesce(m.held_revision, p.revision) as revision, m.held_revision is not null as is_held,
        s.layers || array (
          select l.layer_id || ':' || l.revision from layers l
          where l.organization_id = m.organization_id and l.machine_id = m.machine_id and l.scope = 'machine'
        ) as layers,
        exists (
          select from commands c where c.organization_id = m.organization_id and c.machine_id = m.machine_id
            and (c.state = 'queued' or (c.state = 'delivered' and c.accepted_at is null))
        ) as commands_wait,
        h.sequence as audit_sequence, h.hash as audit_hash
      from asked m
      join shared s on s.tags = m.tags and s.released_layers = m.released_layers
      join organizations o on o.organization_id = m.organization_id
      left join profiles p on p.organization_id = m.organization_id and p.profile_id = m.profile_id
      left join audit_heads h on h.chain_id = m.organization_id`.execute(tx);
    // Equal for all of them.
    const auth = rows[0] && organizationAuth.open(sealer, organizationId, rows[0].auth);
    return new Map(
      rows.map((row) => [
        row.machine_id,
        {
          settings: {
            organizationId,
            organizationName: row.organization_name,
            machineName: row.name,
            deployment: row.deployment,
            contextRevision: row.context_revision,
            context: machineContext.open(sealer, organizationId, row.context),
            ...(auth && { auth }),
          },
          profile:
            row.profile_id && row.revision
              ? { id: row.profile_id, revision: row.revision, isHeld: row.is_held, layers: row.layers }
              : null,
          commandsWait: row.commands_wait,
          audit:
            row.audit_sequence && row.audit_hash
              ? { sequence: row.audit_sequence, hash: row.audit_hash.toString('hex') }
              : undefined,
        },
      ]),
    );
  });
}

function toRecord({ organizationId, machineId, online, lastSeen, runningSince, reported }: MachineState) {
  return {
    organization_id: organizationId,
    machine_id: machineId,
    online,
    last_seen: new Date(lastSeen).toISOString(),
    running_since: new Date(runningSince).toISOString(),
    status: reported.status,
    applied_profile_id: reported.appliedProfileId,
    applied_revision: reported.appliedRevision,
    applied_digest: reported.appliedDigest ?? null,
    apply_error: reported.applyError,
    agent_version: reported.agentVersion,
    hardware: reported.hardware ?? null,
    time_zone: reported.timeZone ?? null,
    refused_certificates: reported.refusedCertificates ?? null,
    logged_in: reported.loggedIn ?? null,
  };
}
