import type { ChaosEnvironment } from './lib/chaos-environment.ts';
import { lostSaves } from './lib/load.ts';
import { type Outcome, pause } from './lib/outcome.ts';

const PEOPLE = 50;
const SAVES = 6;

/** Fifty clients save at once while one of the two nodes is killed. Refused clients retry. */
export async function killedWhileSaving(environment: ChaosEnvironment): Promise<Outcome> {
  const { call, organizationId, nodes } = environment;
  const saves = new Map<string, string[]>();
  for (let person = 1; person <= PEOPLE; person += 1) {
    const { reply } = await call<{ id: string }>('POST', '/profiles', { name: `Saver ${person}`, organizationId });
    saves.set(reply.id, []);
  }
  let [retried, given] = [0, 0];
  const people = [...saves].map(async ([profileId, acknowledged]) => {
    for (let change = 1; change <= SAVES; ) {
      const note = `${change}-${retried}`;
      const { status } = await call('PATCH', `/profiles/${profileId}?note=${note}`, { name: `${profileId} ${note}` });
      if (status === 200) {
        acknowledged.push(note);
        change += 1;
        given += 1;
      } else {
        retried += 1;
        await pause(100);
      }
    }
  });
  while (given < (PEOPLE * SAVES) / 3) await pause(20);
  await nodes.nodes[0]?.kill();
  await Promise.all(people);
  await nodes.nodes[0]?.start();
  const lost = await lostSaves(environment, { saves });
  return {
    name: 'one of two nodes killed while 50 people save',
    faults: lost.length === 0 ? [] : [`${lost.length} acknowledged changes are not there`],
    figures: { 'acknowledged changes, all there': given, 'tried again': retried },
  };
}
