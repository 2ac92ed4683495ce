import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@berth/testing/ports';
import { type Running, run } from '@berth/testing/process';

const exec = promisify(execFile);
/** The server from its sources, or the bundle that `npm test` names. */
export const MAIN = process.env.BERTH_SERVER_MAIN ?? join(import.meta.dirname, '../../packages/server/src/main.ts');

/** Node options for the server, as in `npm start`. */
export const FLAGS = ['--max-semi-space-size=4', '--heap-growing-percent=60'];

/** Runs the server or another program. Resolves when it is ready; stops it if it never is. */
export async function runServer(env: Record<string, string>, program = MAIN): Promise<Running> {
  const running = run(program, [], env, { flags: FLAGS });
  try {
    await running.line(/Berth is ready/);
    return running;
  } catch (error) {
    await running.end('SIGKILL');
    throw error;
  }
}

/** The whole server with its embedded database, as `npm start` runs it, on its own data folder. */
export interface Server {
  readonly url: string;
  readonly data: string;
  /** Process ID of the server, while it runs. */
  readonly pid: () => number;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Kills it as a power cut does. */
  readonly kill: () => Promise<void>;
  /** Stops it and removes its data. */
  readonly dispose: () => Promise<void>;
  /** Waits for the newest mail to an address; `about` is a pattern that it must match. */
  readonly mailTo: (address: string, about?: RegExp) => Promise<string>;
}

/** Data folder of a server that was started once, which others copy (`server-template.ts`). */
export const TEMPLATE = 'BERTH_E2E_SERVER_TEMPLATE';

/**
 * Starts a server for one test. `fresh` starts with an empty folder, as after installing; others start with a copy of a
 * prepared database, which has no users either. `program` is the sources, or a bundle's main file.
 */
export async function startServer(
  env: Record<string, string> = {},
  { fresh = false, program = MAIN } = {},
): Promise<Server> {
  const data = await mkdtemp(join(tmpdir(), 'berth-e2e-server-'));
  const template = process.env[TEMPLATE];
  // The database's files belong to its own user.
  if (template !== undefined && !fresh) await exec('cp', ['-a', `${template}/.`, data]);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  let running: Running | undefined;

  const start = async (): Promise<void> => {
    running = await runServer({ BERTH_DATA: data, BERTH_PORT: String(port), ...env }, program);
  };
  const dispose = async (): Promise<void> => {
    await end('SIGTERM');
    await rm(data, { recursive: true, force: true });
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    await running?.end(signal);
    running = undefined;
  };
  await start().catch(async (error: unknown) => {
    // A server that did not start in time must not keep running next to later tests.
    await dispose();
    throw error;
  });

  return {
    url,
    data,
    pid: () => running?.child.pid ?? 0,
    start,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    dispose,
    mailTo: (address, about) => mailTo(data, address, about),
  };
}

/** Waits for the newest mail to an address in the outbox of a data folder; `about` is a pattern that it must match. */
export async function mailTo(data: string, address: string, about = /^/): Promise<string> {
  const outbox = join(data, 'outbox');
  for (let attempt = 0; attempt < 1_200; attempt++) {
    const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
    for (const name of names.reverse()) {
      const mail = await readFile(join(outbox, name), 'utf8');
      if (mail.toLowerCase().includes(`to: ${address.toLowerCase()}`) && about.test(mail)) {
        return mail;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`no mail to ${address} in ${outbox}`);
}

/** A line with the six-digit sign-up code. */
export const CODE_LINE = /^\D*(\d{6})\D*$/m;

/** The six-digit code of a sign-up mail. */
export function codeIn(mail: string): string {
  const code = mail.match(CODE_LINE)?.[1] ?? mail.match(/\b(\d{6})\b/)?.[1];
  if (code === undefined) {
    throw new Error(`no code in the mail:\n${mail}`);
  }
  return code;
}
