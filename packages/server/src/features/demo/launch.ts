import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from '../../platform/logger.ts';
import type { DemoServer, LaunchDemo } from './demo.ts';

/** The message that the demo's process sends when it is ready. */
export interface DemoReady {
  readonly port: number;
  readonly accessToken: string;
}

const READY_WITHIN_MS = 60_000;
const GONE_WITHIN_MS = 10_000;

/** Starts the demo in a separate process with a temporary folder; both are removed at its end. */
export function demoLauncher(options: {
  readonly program: string;
  /** Without our configuration, which contains keys and addresses. */
  readonly environment: Readonly<Record<string, string>>;
  readonly logger: Logger;
}): LaunchDemo {
  const { program, environment, logger } = options;
  return async (): Promise<DemoServer> => {
    const folder = mkdtempSync(join(tmpdir(), 'berth-demo-'));
    const child = fork(program, [], {
      env: {
        ...environment,
        BERTH_DATA: folder,
        BERTH_PORT: '0',
        BERTH_DEMO: 'off',
        BERTH_DEFAULT_TIER: 'pro',
        BERTH_TRUST_PROXY: '127.0.0.1',
        BERTH_VAT_SERVICE: 'none',
      },
      execArgv: ['--max-old-space-size=192'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const ended = once(child, 'exit').then(() => rmSync(folder, { recursive: true, force: true }));
    ended.catch((error: unknown) => logger.warn({ err: error }, "The demo's folder could not be removed"));
    const stop = async () => {
      child.kill('SIGTERM');
      const impatience = setTimeout(() => child.kill('SIGKILL'), GONE_WITHIN_MS);
      await ended.finally(() => clearTimeout(impatience));
    };
    const patience = AbortSignal.timeout(READY_WITHIN_MS);
    const ready = once(child, 'message', { signal: patience }).then(([message]) => message as DemoReady);
    try {
      const gone = ended.then(() => Promise.reject(new Error('The demo ended before it was ready')));
      const { port, accessToken } = await Promise.race([ready, gone]);
      return { port, accessToken, ended, stop };
    } catch (error) {
      await stop();
      throw error;
    }
  };
}
