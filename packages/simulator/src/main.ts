import { createCounters, startFleet } from './fleet.ts';
import { type Options, readOptions, USAGE } from './options.ts';
import { startChurn, startRandomEvents } from './random-events.ts';
import { identityFrom } from './registration.ts';

try {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === 'help') console.log(USAGE);
  else if (options.printIds) printIds(options);
  else await simulate(options);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function printIds({ keys, machines }: Options): void {
  if (keys === undefined) throw new Error('--ids requires --keys: other keys are random.');
  for (let index = 0; index < machines; index += 1) console.log(identityFrom(keys, index).id);
}

async function simulate(options: Options): Promise<void> {
  const { lively, churnPerMinute, reportMs, tell } = options;
  const tally = createCounters();
  const fleet = await startFleet({
    ...options,
    onEvent: (machine, event) => {
      tally.count(machine, event);
      if (tell) console.log(JSON.stringify({ machine: machine.identity.id, ...event }));
    },
  });
  const life = lively ? startRandomEvents(fleet) : undefined;
  const churn = churnPerMinute > 0 ? startChurn(fleet.machines, churnPerMinute) : undefined;
  const report = setInterval(() => {
    const memoryMb = Math.round(process.memoryUsage.rss() / 1024 ** 2);
    const { machines, online } = fleet;
    const did = { applied: tally.applied(), applications: tally.applications, commands: tally.commands };
    console.log(JSON.stringify({ event: 'fleet', machines: machines.length, online, ...did, memoryMb }));
  }, reportMs);
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
  clearInterval(report);
  life?.stop();
  await churn?.stop();
  await fleet.stop();
}
