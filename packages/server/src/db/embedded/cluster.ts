import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { syncFolder } from '../../platform/folder.ts';
import { StartError } from '../../platform/start-error.ts';
import { type Launcher, launch } from './launch.ts';

const MAJOR_VERSION = '18';

/** The superuser of the embedded server: owns the tables and runs the migrations. No request uses it. */
export const OWNER = 'berth_owner';

/**
 * Creates the database's folder if missing. It is prepared under another name and renamed once it is complete and on
 * disk, so an interrupted first start leaves nothing that blocks the next one.
 */
export async function ensureCluster(cluster: string, password: string, launcher: Launcher): Promise<void> {
  const parent = dirname(cluster);
  removeDrafts(parent);
  if (existsSync(cluster)) {
    checkVersion(cluster);
    return;
  }
  const draft = join(parent, `postgres.new-${randomUUID()}`);
  const passwordFile = `${draft}.password`;
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (launcher.account) {
    for (const path of [draft, passwordFile]) chownSync(path, launcher.account.uid, launcher.account.gid);
  }
  try {
    await runInitdb(draft, passwordFile, launcher);
  } finally {
    rmSync(passwordFile);
  }
  renameSync(draft, cluster);
  syncFolder(parent);
  // Again: a program that an interrupted start left may have written to its draft for a moment.
  removeDrafts(parent);
}

function removeDrafts(parent: string): void {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith('postgres.new-')) continue;
    rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

async function runInitdb(draft: string, passwordFile: string, launcher: Launcher): Promise<void> {
  // initdb syncs all its files before it ends.
  const args = [
    `--pgdata=${draft}`,
    `--username=${OWNER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Sorts text the same way on every computer, whatever its C library.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
  ];
  const child = launch(launcher, launcher.binaries.initdb, args, 'pipe');
  const output = child.stderr && child.stdout ? Promise.all([text(child.stdout), text(child.stderr)]) : ['', ''];
  const [code] = (await once(child, 'close').catch((cause: unknown) => {
    throw new StartError(
      'The embedded PostgreSQL does not run on this computer.',
      'It requires Linux with the GNU C library. On other systems, set DATABASE_URL to your own PostgreSQL server.',
      { cause },
    );
  })) as [number | null];
  if (code === 0) return;
  const [, complaint = ''] = await output;
  rmSync(draft, { recursive: true, force: true });
  throw new StartError(
    `The embedded PostgreSQL could not prepare its folder: ${complaint.trim() || `initdb ended with ${code}`}`,
    'Check that the disk has free space and that the data folder (BERTH_DATA) is on a file system with owners and modes.',
  );
}

function checkVersion(cluster: string): void {
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (version === MAJOR_VERSION) return;
  const newer = Number(version) > Number(MAJOR_VERSION);
  throw new StartError(
    `The data folder was written by PostgreSQL ${version}; this Berth includes PostgreSQL ${MAJOR_VERSION}.`,
    newer
      ? 'It belongs to a newer Berth: start that version, or choose another folder with BERTH_DATA.'
      : 'Start the Berth that wrote it, export the data there, and import it here; or choose another folder with BERTH_DATA.',
  );
}
