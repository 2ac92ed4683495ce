import type { Machine, MachineRuntime } from '@berth/contract/api/machines';
import { shortId } from '@berth/contract/rules/names';
import type { MachineState } from '../../gateway/presence.ts';
import type { MachineRow } from './store.ts';

/** The live fields of a machine: values in memory take precedence over stored ones. */
export function presentRuntime(row: MachineRow, live: MachineState | undefined, now: number): MachineRuntime {
  const state = live?.organizationId === row.organization_id ? live : undefined;
  const status = state?.reported.status ?? row.status;
  const online = state?.online === true;
  const applied = appliedContent(row, state);
  const error = state ? state.reported.applyError : row.apply_error;
  return {
    id: row.machine_id,
    shortId: shortId(row.machine_id),
    name: row.name,
    online,
    status,
    rebootNeeded: status === 'reboot-needed',
    uptime: online ? Math.max(0, Math.floor((now - state.runningSince) / 1_000)) : null,
    runningSince: online ? new Date(state.runningSince).toISOString() : null,
    // The stored value, which filters use: an online machine is seen now.
    lastSeen: row.last_seen,
    profileId: row.profile_id,
    desiredRevision: row.desired_revision,
    appliedRevision: applied.revision,
    upToDate: row.desired_revision === null ? null : isUpToDate(row, applied),
    messages: error === null ? [] : [error],
    loggedIn: online ? (state.reported.loggedIn ?? null) : null,
  };
}

/** A machine as members of its organization see it. */
export function presentMachine(row: MachineRow, live: MachineState | undefined, now: number): Machine {
  const state = live?.organizationId === row.organization_id ? live : undefined;
  return {
    ...presentRuntime(row, live, now),
    organizationId: row.organization_id,
    deployment: row.deployment,
    registeredAt: row.registered_at,
    agentVersion: state?.reported.agentVersion ?? row.agent_version,
    tags: [...row.tags],
    ipAddress: row.ip_address,
    model: row.model,
    serial: row.serial,
    note: row.note,
    clone: presentClone(row),
  };
}

function presentClone({ clone_since, clone_last_at, clone_addresses }: MachineRow): Machine['clone'] {
  if (clone_since === null || clone_last_at === null) return null;
  return { since: clone_since, lastAt: clone_last_at, addresses: [...(clone_addresses ?? [])] };
}

interface Applied {
  readonly revision: number | null;
  readonly digest: string | null;
}

// Ignores the revision of another profile.
function appliedContent(row: MachineRow, state: MachineState | undefined): Applied {
  if (!state) return { revision: row.applied_revision, digest: row.applied_digest };
  const { appliedProfileId, appliedRevision: revision, appliedDigest: digest = null } = state.reported;
  return appliedProfileId === row.profile_id ? { revision, digest } : { revision: null, digest: null };
}

function isUpToDate(row: MachineRow, { revision, digest }: Applied): boolean {
  return revision === row.desired_revision && digest === row.desired_digest;
}
