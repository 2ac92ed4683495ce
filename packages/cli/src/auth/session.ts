import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** A logged-in user and the server of the session. */
export interface Session {
  /** The server's URL, without a trailing slash. */
  readonly server: string;
  readonly tokenEndpoint: string;
  /** Where the provider is told that the session ends; undefined if it has no such endpoint. */
  readonly revocationEndpoint: string | undefined;
  readonly clientId: string;
  readonly accessToken: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly refreshToken: string | undefined;
}

/** One file that only its owner can read. */
export interface SessionFile {
  readonly path: string;
  read(): Promise<Session | undefined>;
  write(session: Session): Promise<void>;
  remove(): Promise<void>;
}

/** The session file: $BERTH_SESSION, else in the user's configuration folder. */
export function sessionFile(env: NodeJS.ProcessEnv): SessionFile {
  const folder = env.XDG_CONFIG_HOME || join(homedir(), '.config');
  const path = env.BERTH_SESSION || join(folder, 'berth', 'session.json');
  return {
    path,
    async read() {
      try {
        return JSON.parse(await readFile(path, 'utf8'));
      } catch {
        // No session, or a file that is not ours: the next login overwrites it.
        return undefined;
      }
    },
    async write(session) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const next = `${path}.${process.pid}`;
      await writeFile(next, JSON.stringify(session), { mode: 0o600 });
      await chmod(next, 0o600);
      await rename(next, path);
    },
    remove: () => rm(path, { force: true }),
  };
}
