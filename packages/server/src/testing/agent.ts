import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const AGENT = fileURLToPath(new URL('../../../device/src/main.ts', import.meta.url));

/** The real agent without a screen, in a separate process: the same machine at each start. */
export interface TestAgent {
  start(): void;
  /** Ends it as a shutdown does. */
  stop(): Promise<void>;
  /** Its persisted state, as text. */
  kept(): string;
}

/** Creates a machine that enrolls itself at its first start. Removed after the test. */
export function createAgent(server: string, enrollmentCode: string): TestAgent {
  const folder = mkdtempSync(join(tmpdir(), 'berth-agent-'));
  const machine = ['--no-screen', '--power', 'fake', '--network', 'fake', '--bridge-port', '0', '--data', folder];
  // Tests make no external connections.
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
