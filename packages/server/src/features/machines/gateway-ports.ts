import { LogEntry } from '@berth/contract/api/machines';
import { sql } from 'kysely';
import type { Database } from '../../db/connection.ts';
import { asSystem, inTenant } from '../../db/transaction.ts';
import type { GatewayPorts } from '../../gateway/ports.ts';
import type { MachineState } from '../../gateway/presence.ts';
import type { Sealer } from '../../platform/seal.ts';
import { loadHeads, loadReferences } from './desired-heads.ts';
import { insertLogs } from './logs.ts';
import { findHomes } from './store-registration.ts';

type MachinePorts = Pick<
  GatewayPorts,
  'homesOf' | 'loadHeads' | 'loadReferences' | 'saveStates' | 'saveLogs' | 'recordClone'
>;

const LOG_TYPES: ReadonlySet<string> = new Set(LogEntry.properties.type.enum);

/** The gateway's ports for machines. */
export function machinePorts(db: Database, sealer: Sealer): MachinePorts {
  return {
    // A single statement is a transaction.
    homesOf: (machineIds) => findHomes(db.system, machineIds),
    loadHeads: (organizationId, machineIds) => loadHeads(db, sealer, organizationId, machineIds),
    loadReferences: (organizationId, machineIds) => loadReferences(db, organizationId, machineIds),
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
