import { flushCompileCache } from 'node:module';
import { pino } from 'pino';
import { recentLog, runMachine } from './main/machine.ts';
import { readOptions, USAGE } from './main/options.ts';
import { keepWatchdogQuiet } from './system/linux/watchdog.ts';

/** After this time, everything that a start needs is compiled. */
const COMPILED_MS = 10_000;

// A wrong option gives a message, not a stack trace.
try {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === 'help') console.log(USAGE);
  else {
    const stopping = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
    // Store the compile cache for the next start now: Node does it at exit, but machines are often switched off.
    setTimeout(flushCompileCache, COMPILED_MS).unref();
    const kept = recentLog();
    const log = pino({ level: options.logLevel, base: null }, kept);
    keepWatchdogQuiet(process.env, log);
    await runMachine(options, stopping.signal, log, () => kept.lines);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
// Do not wait for unanswered requests.
process.exit();
