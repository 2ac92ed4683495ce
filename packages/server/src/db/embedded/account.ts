import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartError } from '../../platform/start-error.ts';

/** A user of this computer. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

// A user of our own where the package made one; else one that every Linux has. It needs an entry in /etc/passwd,
// because initdb looks its name up.
const CANDIDATES = ['berth', 'postgres', 'nobody'];

/**
 * Whose rights the database server gets: PostgreSQL refuses to run as root. Undefined means our own user's, which is
 * the case wherever we are not root.
 */
export function accountForDatabase(passwd = readPasswd(), uid = process.getuid?.()): Account | undefined {
  if (uid !== 0) return undefined;
  const accounts = new Map(passwd.map((account) => [account.name, account]));
  const found = CANDIDATES.map((name) => accounts.get(name)).find((account) => account && account.uid !== 0);
  if (found) return found;
  throw new StartError(
    `PostgreSQL does not run as root, and none of the users ${CANDIDATES.join(', ')} exists here to run it instead.`,
    'Start Berth as an ordinary user, add one of these users, or set DATABASE_URL to a PostgreSQL server of your own.',
  );
}

function readPasswd(): Account[] {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

/** Whether a user may enter every folder on the way to a path, judged by the folders' modes. */
export function canReach({ uid, gid }: Account, path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode, ...owner } = statSync(folder);
    const bit = owner.uid === uid ? 0o100 : owner.gid === gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
