import { parseArgs } from 'node:util';
import { brokenFrames } from './broken-frames.ts';
import { clonedMachine } from './cloned-machine.ts';
import { fullDisk } from './full-disk.ts';
import { halfOpen } from './half-open.ts';
import { killedWhileSaving } from './killed-while-saving.ts';
import { kills } from './kills.ts';
import { openHarbour } from './lib/harbour.ts';
import { type Outcome, report } from './lib/outcome.ts';

const USAGE = `Breaks an installation of two nodes at random moments under load, and looks whether it keeps its promises.

  --rounds N     kills of a node, the database, NATS or a part of the machines; 100
  --machines N   virtual machines; 20
  --seed N       the same rounds again; by default another each time
  --only NAME    kills, saving, half-open, frames, clone or disk; by commas
`;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    machines: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    only: { type: 'string', default: 'kills,saving,half-open,frames,clone,disk' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
} else {
  process.exitCode = (await run()) ? 0 : 1;
}

async function run(): Promise<boolean> {
  const only = new Set(values.only.split(','));
  const outcomes: Outcome[] = [];
  const note = (outcome: Outcome): void => {
    outcomes.push(outcome);
    report(outcome);
  };
  console.log(`seed ${values.seed}`);
  if (['kills', 'saving', 'half-open', 'frames', 'clone'].some((name) => only.has(name))) {
    const harbour = await openHarbour(Number(values.machines));
    try {
      if (only.has('kills')) note(await kills(harbour, { rounds: Number(values.rounds), seed: Number(values.seed) }));
      if (only.has('saving')) note(await killedWhileSaving(harbour));
      if (only.has('half-open')) note(await halfOpen(harbour));
      if (only.has('frames')) note(await brokenFrames(harbour));
      if (only.has('clone')) note(await clonedMachine(harbour));
    } finally {
      await harbour.dispose();
    }
  }
  if (only.has('disk')) note(await fullDisk());
  const failed = outcomes.filter(({ faults }) => faults.length > 0);
  console.log(`chaos: ${outcomes.length - failed.length} passed, ${failed.length} failed`);
  return failed.length === 0;
}
