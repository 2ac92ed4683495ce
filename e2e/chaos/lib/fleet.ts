import type { ChaosHarbour } from './harbour.ts';

type Crewed = Pick<ChaosHarbour, 'call' | 'organizationId' | 'profileId'>;
type Harbour = Pick<ChaosHarbour, 'call' | 'at' | 'organizationId' | 'crew' | 'profileId' | 'nodes'>;

/** Ids of the crew's machines. */
export async function machineIds({ call, organizationId, profileId }: Crewed): Promise<string[]> {
  const path = `/organization/${organizationId}/machines`;
  const { reply } = await call<{ id: string; profileId: string | null }[]>('GET', path);
  return reply.filter((machine) => machine.profileId === profileId).map(({ id }) => id);
}

/** At every node every machine is back, and a change is taken. */
export async function isWell({ nodes, organizationId, crew, profileId, at }: Harbour): Promise<boolean> {
  for (const { url } of nodes.nodes) {
    const call = at(url);
    const path = `/organization/${organizationId}/machines/summary`;
    const { status, reply } = await call<{ total: number; offline: number }>('GET', path);
    if (status !== 200 || reply.total - reply.offline !== crew.machines) return false;
    const saved = await call('PATCH', `/profiles/${profileId}`, { name: `Crew ${Date.now()}` });
    if (saved.status !== 200) return false;
  }
  return true;
}

interface Shown {
  readonly online: boolean;
  readonly profileId: string | null;
  readonly appliedRevision: number | null;
}

/** Whether every machine shows this revision of the crew's profile. */
export async function allShow({ call, organizationId, crew, profileId }: Harbour, revision: number): Promise<boolean> {
  const path = `/organization/${organizationId}/machines/runtime`;
  const { status, reply } = await call<Shown[]>('GET', path);
  if (status !== 200) return false;
  const shown = reply.filter(
    (each) => each.online && each.profileId === profileId && each.appliedRevision === revision,
  );
  return shown.length === crew.machines;
}

/** Commands by their state now: the newest hundred of each machine. */
export async function commandStates(harbour: Crewed): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const id of await machineIds(harbour)) {
    const { reply } = await harbour.call<{ state: string }[]>('GET', `/machines/${id}/commands?limit=100`);
    for (const { state } of reply) counts[state] = (counts[state] ?? 0) + 1;
  }
  return counts;
}

/** What machines said of the commands that failed: how often each, of the newest hundred of each machine. */
export async function failures(harbour: Crewed): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const id of await machineIds(harbour)) {
    const { reply } = await harbour.call<{ state: string; result: string | null }[]>(
      'GET',
      `/machines/${id}/commands?limit=100`,
    );
    for (const { state, result } of reply) {
      if (state === 'failed') counts[result ?? ''] = (counts[result ?? ''] ?? 0) + 1;
    }
  }
  return counts;
}

/** Whether no command is on its way any more. */
export async function isSettled(harbour: Crewed): Promise<boolean> {
  const { queued = 0, delivered = 0 } = await commandStates(harbour);
  return queued + delivered === 0;
}
