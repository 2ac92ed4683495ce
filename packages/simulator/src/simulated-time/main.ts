import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { PLANTED, type PlantedName } from './planted.ts';
import type { Run } from './run.ts';
import { startSimulation } from './simulation.ts';

const NAMES = Object.keys(PLANTED) as PlantedName[];

const HELP = `Runs nodes, database, bus and machines under one simulated clock, with faults, and checks that nothing acknowledged
is lost, nothing runs twice, and every machine ends up as it should.

  npm run simulate-time -- --seeds 100              100 runs, with the seeds from 1
  npm run simulate-time -- --seeds 100 --from 500   the seeds from 500
  npm run simulate-time -- --seed 42                one run again, with everything that happened

  --processes N  runs in so many processes, each with its share of the seeds
  --minutes N    starts no run after so many minutes
  --plant NAME   with a planted fault, which must be found: ${NAMES.join(', ')}
  --json         a line of JSON for each run
`;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    processes: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '600' },
    plant: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const processes = wholeNumber('processes', values.processes);
if (values.help) process.stdout.write(HELP);
else if (processes > 1) process.exitCode = await share(processes);
else await simulate();

/** Divides the seeds among processes; returns 1 if one of them failed. */
async function share(among: number): Promise<number> {
  const [first, count] = [wholeNumber('from', values.from), wholeNumber('seeds', values.seeds)];
  const each = Math.ceil(count / among);
  const codes = Array.from({ length: among }, async (_, index) => {
    const left = Math.min(each, count - index * each);
    if (left < 1) return 0;
    const range = ['--processes', '1', '--from', String(first + index * each), '--seeds', String(left)];
    const child = spawn(process.execPath, [...process.argv.slice(1), ...range], { stdio: 'inherit' });
    const [code] = await once(child, 'exit');
    return code;
  });
  return (await Promise.all(codes)).every((code) => code === 0) ? 0 : 1;
}

async function simulate(): Promise<void> {
  const planted = NAMES.find((name) => name === values.plant);
  if (values.plant !== undefined && !planted) throw new Error(`--plant must be one of ${NAMES.join(', ')}.`);
  const first = wholeNumber('seed', values.seed ?? values.from);
  const count = values.seed === undefined ? wholeNumber('seeds', values.seeds) : 1;
  const minutes = wholeNumber('minutes', values.minutes);
  const simulation = await startSimulation();
  const began = performance.now();
  let [done, failed] = [0, 0];
  try {
    for (let seed = first; seed < first + count && performance.now() - began < minutes * 60_000; seed += 1) {
      const run = await simulation.run(seed, planted);
      done += 1;
      if (run.failures.length > 0) failed += 1;
      report(run);
    }
  } finally {
    await simulation.stop();
  }
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  process.stderr.write(`${done} runs in ${seconds} s, ${failed} failed\n`);
  if (failed > 0) process.exitCode = 1;
}

function report(run: Run): void {
  const { seed, failures, lines, digest, commands, simulatedSeconds } = run;
  if (values.json) process.stdout.write(`${JSON.stringify({ seed, failures, digest, commands, simulatedSeconds })}\n`);
  else if (values.seed !== undefined) process.stdout.write(`${lines.join('\n')}\n`);
  else if (failures.length > 0) {
    process.stdout.write(`seed ${seed}: ${failures.join('; ')}\n  npm run simulate-time -- --seed ${seed}\n`);
  }
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new Error(`--${name} must be a whole number from 1, not "${text}".`);
  return value;
}
