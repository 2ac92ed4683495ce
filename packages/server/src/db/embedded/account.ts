import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartError } from '../../platform/start-error.ts';

/** A user account of this computer. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

// Prefers the user of our package, then one that every Linux has. initdb requires an entry in /etc/passwd.
const CANDIDATES = ['berth', 'postgres', 'nobody'];

/**
 * The account that the database server runs as, because PostgreSQL refuses to run as root. Undefined if this process is
 * not root: the server then runs as the same user.
 */
export function accountForDatabase(passwd = readPasswd(), uid = process.getuid?.()): Account | undefined {
  if (uid !== 0) return undefined;
  const accounts = new Map(passwd.map((account) => [account.name, account]));
  const found = CANDIDATES.map((name) => accounts.get(name)).find((account) => account && account.uid !== 0);
  if (found) return found;
  throw new StartError(
    `PostgreSQL does not run as root, and none of the users ${CANDIDATES.join(', ')} exists to run it instead.`,
    'Start Berth as an ordinary user, add one of these users, or set DATABASE_URL to your own PostgreSQL server.',
  );
}

function readPasswd(): Account[] {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

/** Whether a user can enter every folder of a path, according to the folders' modes. */
export function canReach({ uid, gid }: Account, path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode, ...owner } = statSync(folder);
    const bit = owner.uid === uid ? 0o100 : owner.gid === gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
