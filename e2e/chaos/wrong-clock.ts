import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChaosEnvironment, createProfileWithCode } from './lib/chaos-environment.ts';
import { allShow } from './lib/fleet.ts';
import { heals, type Outcome } from './lib/outcome.ts';
import { startSimulatedFleet } from './lib/simulated-fleet.ts';

const MACHINES = 4;
const TEN_YEARS_MS = 3_652 * 86_400_000;
const CLOCK = join(import.meta.dirname, 'lib/other-clock.mjs');
const PATIENCE_MS = 60_000;

/** Machines whose clocks are ten years fast or slow enroll, follow their profile and run commands. */
export async function wrongClock(environment: ChaosEnvironment): Promise<Outcome> {
  const { nodes, call, organizationId } = environment;
  const { code, profileId } = await createProfileWithCode(environment, MACHINES);
  const folder = await mkdtemp(join(tmpdir(), 'berth-clock-'));
  const fleet = await startSimulatedFleet({
    url: nodes.server.url,
    code,
    machines: MACHINES,
    folder,
    each: (index) => ({
      env: {
        NODE_OPTIONS: `--import=${CLOCK}`,
        BERTH_CHAOS_CLOCK_MS: String(index === 0 ? TEN_YEARS_MS : -TEN_YEARS_MS),
      },
    }),
  });
  try {
    const patch = { definition: { thinhoc: { customization: { color_primary: '#102030' } } } };
    const saved = await call<{ revision: number }>('PATCH', `/profiles/${profileId}`, patch);
    const shown = await heals(() => allShow({ ...environment, fleet, profileId }, saved.reply.revision), PATIENCE_MS);
    const { reply: machines } = await call<{ id: string; profileId: string; lastSeen: string | null }[]>(
      'GET',
      `/organization/${organizationId}/machines`,
    );
    const ours = machines.filter((machine) => machine.profileId === profileId);
    const given = await Promise.all(
      ours.map(({ id }) => call<{ id: string }>('POST', `/machines/${id}/triggerUpdate`)),
    );
    const ran = await heals(async () => given.every(({ reply }) => fleet.ran.get(reply.id)?.length === 1), PATIENCE_MS);
    const strange = ours.filter(({ lastSeen }) => Math.abs(Date.parse(lastSeen ?? '') - Date.now()) > 3_600_000);
    return {
      name: 'machines whose clock is ten years off',
      faults: [
        ...(shown === undefined ? ['a change was not shown'] : []),
        ...(ran === undefined || given.length !== MACHINES ? ['a command did not run'] : []),
        ...(strange.length > 0 ? [`${strange.length} were last seen at a time of their own`] : []),
      ],
      figures: {
        machines: MACHINES,
        'ms until all show a change': shown ?? 'never',
        'ms until all ran': ran ?? 'never',
      },
    };
  } finally {
    await fleet.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}
