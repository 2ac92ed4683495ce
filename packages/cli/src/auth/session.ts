import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** Who is signed in where. */
export interface Session {
  /** The server's address, without a slash at its end. */
  readonly server: string;
  readonly tokenEndpoint: string;
  readonly clientId: string;
  readonly accessToken: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly refreshToken: string | undefined;
}

/** One file, which only its owner may read. */
export interface SessionFile {
  readonly path: string;
  read(): Promise<Session | undefined>;
  write(session: Session): Promise<void>;
  remove(): Promise<void>;
}

/** Where the session is kept: $BERTH_SESSION, else in the user's folder for configuration. */
export function sessionFile(env: NodeJS.ProcessEnv): SessionFile {
  const folder = env.XDG_CONFIG_HOME || join(homedir(), '.config');
  const path = env.BERTH_SESSION || join(folder, 'berth', 'session.json');
  return {
    path,
    async read() {
      try {
        return JSON.parse(await readFile(path, 'utf8'));
      } catch {
        // Nobody is signed in, or the file is from elsewhere: signing in writes it anew.
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
