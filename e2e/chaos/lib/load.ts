import type { ChaosEnvironment } from './chaos-environment.ts';
import { machineIds } from './fleet.ts';
import { pause } from './outcome.ts';

/** What callers were promised: every acknowledged change and command. */
export interface Load {
  readonly saves: ReadonlyMap<string, readonly string[]>;
  readonly commands: readonly { readonly machineId: string; readonly id: string }[];
  /** Unsuccessful replies by status; 0 if there was no reply. */
  readonly refused: ReadonlyMap<number, number>;
  stop(): Promise<void>;
}

/** Statuses that callers may get during an outage: "try again", or no reply. */
const EXPECTED = new Set([0, 503]);

/** Statuses that callers must never get during a failure. */
export function wrongAnswers({ refused }: Pick<Load, 'refused'>): string[] {
  return [...refused].flatMap(([status, times]) => (EXPECTED.has(status) ? [] : [`${times} answers ${status}`]));
}

/** Clients that save their own profiles and send commands to machines until stopped. */
export async function startLoad(
  environment: Pick<ChaosEnvironment, 'call' | 'organizationId' | 'profileId'>,
  people: number,
): Promise<Load> {
  const { call, organizationId } = environment;
  const machines = await machineIds(environment);
  const saves = new Map<string, string[]>();
  const commands: { machineId: string; id: string }[] = [];
  let isOver = false;
  const refused = new Map<number, number>();
  const refuse = (status: number) => refused.set(status, (refused.get(status) ?? 0) + 1);

  async function save(profileId: string, acknowledged: string[]): Promise<void> {
    for (let change = 1; !isOver; change += 1) {
      const note = `change ${change}`;
      const color = `#${(change % 0xffffff).toString(16).padStart(6, '0')}`;
      const patch = { definition: { thinhoc: { customization: { color_primary: color } } } };
      const { status } = await call('PATCH', `/profiles/${profileId}?note=${encodeURIComponent(note)}`, patch);
      if (status === 200) acknowledged.push(note);
      else refuse(status);
      await pause(status === 200 ? 20 : 200);
    }
  }

  async function command(): Promise<void> {
    for (let turn = 0; !isOver; turn += 1) {
      const machineId = machines[turn % machines.length] ?? '';
      const { status, reply } = await call<{ id: string }>('POST', `/machines/${machineId}/triggerUpdate`);
      if (status >= 200 && status < 300) commands.push({ machineId, id: reply.id });
      else refuse(status);
      await pause(100);
    }
  }

  const work: Promise<void>[] = [command()];
  for (let person = 1; person <= people; person += 1) {
    const { reply } = await call<{ id: string }>('POST', '/profiles', {
      name: `Person ${person} ${Date.now()}`,
      organizationId,
    });
    const acknowledged: string[] = [];
    saves.set(reply.id, acknowledged);
    work.push(save(reply.id, acknowledged));
  }
  return {
    saves,
    commands,
    refused,
    stop: async () => {
      isOver = true;
      await Promise.all(work);
    },
  };
}

/** Acknowledged changes that are missing from the revisions. */
export async function lostSaves(
  environment: Pick<ChaosEnvironment, 'call'>,
  { saves }: Pick<Load, 'saves'>,
): Promise<string[]> {
  const lost: string[] = [];
  for (const [profileId, acknowledged] of saves) {
    const kept = new Set<string>();
    for (let before = ''; ; ) {
      const path = `/profiles/${profileId}/revisions?limit=200${before}`;
      const { reply } = await environment.call<{ note: string | null; revision: number }[]>('GET', path);
      for (const { note } of reply) if (note) kept.add(note);
      const last = reply.at(-1);
      if (!last || reply.length < 200) break;
      before = `&before=${last.revision}`;
    }
    lost.push(...acknowledged.filter((note) => !kept.has(note)));
  }
  return lost;
}
