import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const AGENT = fileURLToPath(new URL('../../../device/src/main.ts', import.meta.url));

/** The real agent without a screen, in a process of its own: the same machine at each start. */
export interface TestAgent {
  start(): void;
  /** Ends it as a shutdown does. */
  stop(): Promise<void>;
  /** What it keeps over a restart, as text. */
  kept(): string;
}

/** A machine that registers itself with an enrollment code at its first start. It goes with the test. */
export function createAgent(server: string, enrollmentCode: string): TestAgent {
  const folder = mkdtempSync(join(tmpdir(), 'berth-agent-'));
  const machine = ['--no-screen', '--power', 'fake', '--network', 'fake', '--bridge-port', '0', '--data', folder];
  // The tests reach nothing outside this computer.
  const cloud = ['--server', server, '--internet-probe', server, '--enroll', enrollmentCode];
  let stop = async () => {};
  onTestFinished(async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  });
  return {
    start: () => {
      const env = { PATH: process.env.PATH, BERTH_LOG: 'fatal' };
      const child = spawn(process.execPath, [AGENT, ...machine, ...cloud], { env, stdio: 'ignore' });
      const ended = once(child, 'exit');
      stop = async () => {
        child.kill('SIGTERM');
        await ended;
      };
    },
    stop: () => stop(),
    kept: () => readFileSync(join(folder, 'state.json'), 'utf8'),
  };
}
