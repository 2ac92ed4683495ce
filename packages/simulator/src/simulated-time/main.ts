import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { HELP, type Options, readOptions } from './options.ts';
import type { Run } from './run.ts';
import { startSimulation } from './simulation.ts';

const PROGRESS_MS = 60_000;

const options = optionsOrExit();
if (options === 'help') process.stdout.write(HELP);
else if (options.processes > 1) process.exitCode = await share(options);
else process.exitCode = await simulate(options);

/** Wrong options are reported without a stack. */
function optionsOrExit(): ReturnType<typeof readOptions> {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
}

/** Divides the seeds among processes; returns 1 if one of them failed. */
async function share({ first, count, processes }: Options): Promise<number> {
  const each = Math.ceil(count / processes);
  const codes = Array.from({ length: processes }, async (_, index) => {
    const left = Math.min(each, count - index * each);
    if (left < 1) return 0;
    const range = ['--processes', '1', '--from', String(first + index * each), '--seeds', String(left)];
    const child = spawn(process.execPath, [...process.argv.slice(1), ...range], { stdio: 'inherit' });
    const [code] = await once(child, 'exit');
    return code;
  });
  return (await Promise.all(codes)).every((code) => code === 0) ? 0 : 1;
}

/** Returns 1 if a run failed. */
async function simulate(options: Options): Promise<number> {
  const { first, count, minutes, planted } = options;
  const simulation = await startSimulation();
  const began = performance.now();
  let [done, failed, told] = [0, 0, began];
  try {
    for (let seed = first; seed < first + count && performance.now() - began < minutes * 60_000; seed += 1) {
      const run = await simulation.run(seed, planted);
      done += 1;
      if (run.failures.length > 0) failed += 1;
      report(options, run);
      if (performance.now() - told < PROGRESS_MS) continue;
      told = performance.now();
      process.stderr.write(`${done} of ${count} runs, ${failed} failed\n`);
    }
  } finally {
    await simulation.stop();
  }
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  process.stderr.write(`${done} runs in ${seconds} s, ${failed} failed\n`);
  return failed > 0 ? 1 : 0;
}

function report({ json, isReplay }: Options, run: Run): void {
  const { seed, failures, lines, digest, commands, simulatedSeconds } = run;
  if (json) process.stdout.write(`${JSON.stringify({ seed, failures, digest, commands, simulatedSeconds })}\n`);
  else if (isReplay) process.stdout.write(`${lines.join('\n')}\n`);
  else if (failures.length > 0) {
    process.stdout.write(`seed ${seed}: ${failures.join('; ')}\n  npm run simulate-time -- --seed ${seed}\n`);
  }
}
