import type { ChaosEnvironment } from './lib/chaos-environment.ts';
import { allShow, machineIds } from './lib/fleet.ts';
import { heals, type Outcome, pause, percentile } from './lib/outcome.ts';

const CUT_MS = 60_000;
const EVERY_MS = 500;
const AT_ONCE_MS = 2_000;
const PATIENCE_MS = 60_000;

/**
 * NATS stops responding for a minute while clients save and send commands on both nodes: a node serves its own machines
 * right away; the rest waits in the table and arrives exactly once.
 */
export async function natsCut(environment: ChaosEnvironment): Promise<Outcome> {
  const { nodes, fleet, profileId, at } = environment;
  const machines = await machineIds(environment);
  const calls = nodes.nodes.map(({ url }) => at(url));
  const given = new Map<string, number>();
  const wrong = new Map<number, number>();
  const note = (status: number) => wrong.set(status, (wrong.get(status) ?? 0) + 1);
  let revision = 0;

  nodes.nats.freeze();
  const start = performance.now();
  for (let turn = 0; performance.now() - start < CUT_MS; turn += 1) {
    const call = calls[turn % calls.length];
    if (!call) throw new Error('there is no node');
    const machine = machines[Math.floor(turn / calls.length) % machines.length];
    const command = await call<{ id: string }>('POST', `/machines/${machine}/triggerUpdate`);
    if (command.status === 202) given.set(command.reply.id, performance.now());
    else note(command.status);
    const name = `Fleet ${turn}`;
    const saved = await call<{ revision: number }>('PATCH', `/profiles/${profileId}`, { name });
    if (saved.status === 200) revision = saved.reply.revision;
    else note(saved.status);
    await pause(EVERY_MS);
  }
  nodes.nats.thaw();
  const shown = await heals(() => allShow(environment, revision), PATIENCE_MS);
  const haveArrived = async () => [...given.keys()].every((id) => fleet.ran.has(id));
  const arrived = await heals(haveArrived, PATIENCE_MS);

  const waits = [...given].flatMap(([id, since]) => (fleet.ran.get(id) ?? []).slice(0, 1).map((ran) => ran - since));
  const atOnce = waits.filter((ms) => ms < AT_ONCE_MS).length;
  const twice = [...given.keys()].filter((id) => (fleet.ran.get(id)?.length ?? 0) > 1);
  return {
    name: `NATS cut for ${CUT_MS / 1_000} s`,
    faults: [
      ...[...wrong].map(([status, times]) => `${times} calls were answered ${status}`),
      ...(atOnce < given.size / 4 ? [`only ${atOnce} of ${given.size} commands ran at once`] : []),
      ...(arrived === undefined ? [`${given.size - waits.length} commands never arrived`] : []),
      ...(twice.length > 0 ? [`${twice.length} commands ran more than once`] : []),
      ...(shown === undefined ? ['not every machine shows the last change'] : []),
    ],
    figures: {
      'commands given meanwhile, each ran once': given.size,
      'of them at once, by the machine’s own node': atOnce,
      'ms that a command waited, most': percentile(waits, 1),
      'changes saved meanwhile': revision,
      'ms from the end of the cut until every machine shows the last change': shown ?? 'never',
    },
  };
}
