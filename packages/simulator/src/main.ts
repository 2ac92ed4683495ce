import { startFleet } from './fleet.ts';
import { startLife } from './life.ts';
import { type Options, readOptions, USAGE } from './options.ts';

const REPORT_MS = 5_000;

try {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === 'help') console.log(USAGE);
  else await simulate(options);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function simulate(options: Options): Promise<void> {
  const fleet = await startFleet(options);
  const life = options.lively ? startLife(fleet) : undefined;
  const report = setInterval(() => {
    const memoryMb = Math.round(process.memoryUsage.rss() / 1024 ** 2);
    console.log(JSON.stringify({ event: 'fleet', machines: fleet.machines.length, online: fleet.online, memoryMb }));
  }, REPORT_MS);
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
  clearInterval(report);
  life?.stop();
  await fleet.stop();
}
