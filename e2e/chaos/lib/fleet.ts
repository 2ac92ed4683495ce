import type { ChaosEnvironment } from './chaos-environment.ts';

type FleetCaller = Pick<ChaosEnvironment, 'call' | 'organizationId' | 'profileId'>;
type FleetEnvironment = Pick<ChaosEnvironment, 'call' | 'at' | 'organizationId' | 'fleet' | 'profileId' | 'nodes'>;

/** IDs of the fleet's machines. */
export async function machineIds({ call, organizationId, profileId }: FleetCaller): Promise<string[]> {
  const path = `/organization/${organizationId}/machines`;
  const { reply } = await call<{ id: string; profileId: string | null }[]>('GET', path);
  return reply.filter((machine) => machine.profileId === profileId).map(({ id }) => id);
}

/** Whether every node sees all machines online and accepts changes. */
export async function isWell({ nodes, organizationId, fleet, profileId, at }: FleetEnvironment): Promise<boolean> {
  for (const { url } of nodes.nodes) {
    const call = at(url);
    const path = `/organization/${organizationId}/machines/summary`;
    const { status, reply } = await call<{ total: number; offline: number }>('GET', path);
    if (status !== 200 || reply.total - reply.offline !== fleet.machines) return false;
    const saved = await call('PATCH', `/profiles/${profileId}`, { name: `Fleet ${Date.now()}` });
    if (saved.status !== 200) return false;
  }
  return true;
}

interface Shown {
  readonly online: boolean;
  readonly profileId: string | null;
  readonly appliedRevision: number | null;
}

/** Whether every machine has applied this revision of the fleet's profile. */
export async function allShow(
  { call, organizationId, fleet, profileId }: FleetEnvironment,
  revision: number,
): Promise<boolean> {
  const path = `/organization/${organizationId}/machines/runtime`;
  const { status, reply } = await call<Shown[]>('GET', path);
  if (status !== 200) return false;
  const shown = reply.filter(
    (each) => each.online && each.profileId === profileId && each.appliedRevision === revision,
  );
  return shown.length === fleet.machines;
}

/** Current commands by state: the newest hundred of each machine. */
export async function commandStates(environment: FleetCaller): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const id of await machineIds(environment)) {
    const { reply } = await environment.call<{ state: string }[]>('GET', `/machines/${id}/commands?limit=100`);
    for (const { state } of reply) counts[state] = (counts[state] ?? 0) + 1;
  }
  return counts;
}

/** Reasons of failed commands with their counts, of the newest hundred of each machine. */
export async function failures(environment: FleetCaller): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const id of await machineIds(environment)) {
    const { reply } = await environment.call<{ state: string; result: string | null }[]>(
      'GET',
      `/machines/${id}/commands?limit=100`,
    );
    for (const { state, result } of reply) {
      if (state === 'failed') counts[result ?? ''] = (counts[result ?? ''] ?? 0) + 1;
    }
  }
  return counts;
}

/** Whether all commands have reached a final state. */
export async function isSettled(environment: FleetCaller): Promise<boolean> {
  const { queued = 0, delivered = 0 } = await commandStates(environment);
  return queued + delivered === 0;
}
