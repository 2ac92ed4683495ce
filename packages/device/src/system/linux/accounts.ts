import { chmod, chown, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Log } from '../log.ts';

/** The user that a program runs as. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Data folders that do not belong to sessions. */
const KEPT_FOLDERS: readonly string[] = ['home', 'keyboard', 'reader', 'airplay'];
/** Users of the installed package; see deploy/. */
const HOME_USER = 'berth-home';
const SESSION_USER = 'berth-session';
const PHONE_USER = 'berth-phone';
const AIRPLAY_USER = 'berth-airplay';
/** IDs if the package is not installed: from systemd's range for dynamic users (61184 to 65519), which need no entry. */
const HOME_UID = 61_801;
const SESSION_UID = 61_802;
const PHONE_UID = 61_803;
const AIRPLAY_UID = 61_804;

/**
 * The users that browsers run as, and their data folders. If the agent is root, the home screen and the sessions run as
 * two unprivileged users, so that Chromium keeps its sandbox and a compromised session cannot reach the bridge's page.
 */
export interface Accounts {
  /** Null: the agent is not root, everything runs as its user. */
  readonly home: Account | null;
  readonly session: Account | null;
  /** Separate, because the phone program talks to unknown peers and knows the passwords of phone accounts. */
  readonly phone: Account | null;
  /** Separate, because the AirPlay receiver accepts data from the whole network. */
  readonly airplay: Account | null;
  /** The home screen's user if it has a passwd entry, which the on-screen keyboard needs; otherwise null. */
  readonly keyboard: Account | null;
  /** A folder owned by the account, created if missing. */
  folder(account: Account | null, name: string): Promise<string>;
  /** A folder that every account can read and only the agent can write. */
  sharedFolder(name: string): Promise<string>;
  /** Removes the data folders of sessions: all but KEPT_FOLDERS and shared ones. */
  clearSessions(): Promise<void>;
  /** Removes all these folders. */
  clear(): Promise<void>;
}

export async function findAccounts(dataFolder: string, log: Log): Promise<Accounts> {
  const isRoot = process.getuid?.() === 0;
  // Other users can enter the folder but not list it; only owners can read what is inside.
  if (isRoot) await chmod(dataFolder, 0o711);
  const base = isRoot && !(await isOpenToOthers(dataFolder)) ? join('/var/tmp', `berth-${nameOf(dataFolder)}`) : null;
  if (base) log.info({ folder: base }, 'the data folder is closed to other users: browsers keep their data elsewhere');
  const root = base ?? join(dataFolder, 'browsers');
  const shared = new Set<string>();
  const users = isRoot ? await readUsers() : null;
  return {
    home: users && (users.get(HOME_USER) ?? { uid: HOME_UID, gid: HOME_UID }),
    session: users && (users.get(SESSION_USER) ?? { uid: SESSION_UID, gid: SESSION_UID }),
    phone: users && (users.get(PHONE_USER) ?? { uid: PHONE_UID, gid: PHONE_UID }),
    airplay: users && (users.get(AIRPLAY_USER) ?? { uid: AIRPLAY_UID, gid: AIRPLAY_UID }),
    keyboard: users?.get(HOME_USER) ?? null,
    folder: async (account, name) => {
      await mkdir(root, { recursive: true, mode: 0o711 });
      const folder = join(root, name);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      if (account) await chown(folder, account.uid, account.gid);
      return folder;
    },
    clearSessions: async () => {
      for (const name of await readdir(root).catch(() => [])) {
        if (!KEPT_FOLDERS.includes(name) && !shared.has(name))
          await rm(join(root, name), { recursive: true, force: true, maxRetries: 5 });
      }
    },
    clear: () => rm(root, { recursive: true, force: true, maxRetries: 5 }),
    sharedFolder: async (name) => {
      shared.add(name);
      await mkdir(root, { recursive: true, mode: 0o711 });
      const folder = join(root, name);
      await mkdir(folder, { recursive: true, mode: 0o755 });
      return folder;
    },
  };
}

function nameOf(folder: string): string {
  return folder.replaceAll(/[^A-Za-z0-9]+/g, '-').replace(/^-/, '');
}

// Whether users other than the owner can pass through the folder and everything above it.
async function isOpenToOthers(folder: string): Promise<boolean> {
  const { mode } = await stat(folder);
  if ((mode & 0o001) === 0) return false;
  return folder === '/' || isOpenToOthers(dirname(folder));
}

async function readUsers(): Promise<Map<string, Account>> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return new Map(
    text.split('\n').flatMap((line): [string, Account][] => {
      const [name, , uid, gid] = line.split(':');
      return name && uid && gid ? [[name, { uid: Number(uid), gid: Number(gid) }]] : [];
    }),
  );
}
