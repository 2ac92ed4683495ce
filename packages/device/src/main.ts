import { flushCompileCache } from 'node:module';
import { pino } from 'pino';
import { recentLog, runMachine } from './main/machine.ts';
import { readOptions, USAGE } from './main/options.ts';
import { keepWatchdogQuiet } from './system/linux/watchdog.ts';

/** By then all is compiled that a start needs. */
const COMPILED_MS = 10_000;

// A wrong option gives a message, not a stack trace.
try {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === 'help') console.log(USAGE);
  else {
    const stopping = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
    // Kept for the next start now: a machine is switched off without a word, and Node would keep it at its end.
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
// What another service still owes an answer does not keep the process.
process.exit();
