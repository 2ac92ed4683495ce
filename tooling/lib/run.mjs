import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { environment, root } from './paths.mjs';

/** @typedef {{ code: number, output: string, timedOut: boolean }} Outcome */

/**
 * Runs a program to its end and records its output. It gets its own process group, so that a time limit or an
 * interruption ends all its processes.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, show?: boolean, timeout?: number, silence?: number, env?: NodeJS.ProcessEnv, onText?: (text: string) => void }} [options]
 *   show: also print while it runs; timeout in milliseconds, silence those without a word of it after which it is taken
 *   to hang.
 * @returns {Promise<Outcome>} Exit code, 127 when it could not be started.
 */
export function run(command, args, options = {}) {
  const { cwd = root, show = false, timeout = 0, silence = 0, env = {}, onText } = options;
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...environment(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    let timedOut = false;
    /** @param {NodeJS.Signals} signal */
    const endGroup = (signal) => {
      try {
        if (child.pid) process.kill(-child.pid, signal);
      } catch {
        // The group has ended already.
      }
    };
    const interrupted = () => {
      endGroup('SIGTERM');
      process.exit(130);
    };
    const timer = timeout > 0 ? setTimeout(() => expire(), timeout) : undefined;
    const expire = () => {
      timedOut = true;
      endGroup('SIGKILL');
    };
    const quiet = silence > 0 ? setTimeout(() => expire(), silence) : undefined;
    process.once('SIGINT', interrupted);
    process.once('SIGTERM', interrupted);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (/** @type {string} */ text) => {
        output += text;
        quiet?.refresh();
        if (show) process.stdout.write(text);
        onText?.(text);
      });
    }
    const finish = (/** @type {number} */ code) => {
      clearTimeout(timer);
      clearTimeout(quiet);
      process.off('SIGINT', interrupted);
      process.off('SIGTERM', interrupted);
      resolve({ code, output, timedOut });
    };
    child.on('error', (error) => {
      output += error.message;
      finish(127);
    });
    child.on('close', (code, signal) => finish(code ?? exitCodeOf(signal)));
  });
}

/**
 * Runs a program in the foreground until it ends or receives a signal.
 *
 * It has its own process group: Ctrl-C reaches this process alone (npm may pass on a second one), which
 * tells the program once. A second Ctrl-C later is passed on too. A closed terminal ends the program like SIGTERM.
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {Promise<number>} Its exit code.
 */
export function runInForeground(command, args) {
  const child = spawn(command, args, { cwd: root, env: environment(), stdio: 'inherit', detached: true });
  let last = 0;
  /** @param {NodeJS.Signals} signal */
  const tell = (signal) => {
    if (Date.now() - last < 1000) return;
    last = Date.now();
    child.kill(signal);
  };
  process.on('SIGINT', () => tell('SIGINT'));
  process.on('SIGTERM', () => tell('SIGTERM'));
  process.on('SIGHUP', () => tell('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? exitCodeOf(signal)));
  });
}

/** @param {NodeJS.Signals | null} signal */
function exitCodeOf(signal) {
  return signal ? 128 + constants.signals[signal] : 1;
}
