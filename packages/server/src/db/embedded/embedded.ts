import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '../../platform/logger.ts';
import { StartError } from '../../platform/start-error.ts';
import { accountForDatabase } from './account.ts';
import { prepareArchive } from './archive.ts';
import { findBinaries } from './binaries.ts';
import { ensureCluster } from './cluster.ts';
import { type Launcher, launch, openServerLog } from './launch.ts';
import { adopted, becameReady, born, endPostmaster, findSurvivor, type Postmaster } from './postmaster.ts';
import { readLastCommand } from './postmaster-file.ts';
import { serverArguments, socketFolderFor } from './settings.ts';
import { supervise } from './supervisor.ts';

export interface EmbeddedOptions {
  /** Absolute path of the folder for the cluster, its log and its library links. The caller holds its lock. */
  readonly folder: string;
  readonly ownerPassword: string;
  readonly logger: Logger;
  /** Ends with this process, even if it is killed. */
  readonly diesWithUs: boolean;
  /** Faster, but not safe against power cuts: for temporary databases. */
  readonly volatile: boolean;
  /** Folder that the log is archived in, for point-in-time recovery; undefined: no archiving. */
  readonly archive?: string | undefined;
  /** Timeout of the start; undefined: long enough for recovery after a power cut. */
  readonly readyWithinMs?: number | undefined;
  /** Further folders that the server reads. */
  readonly reads?: readonly string[] | undefined;
}

export interface EmbeddedServer {
  /** Folder of the Unix socket, which libpq accepts as a host. */
  readonly host: string;
  readonly port: number;
  /** Process ID of the server; changes when the server is restarted. */
  readonly pid: number;
  stop(): Promise<void>;
}

const PORT = 5432;
// Recovery after a power cut replays at most max_wal_size.
const READY_WITHIN_MS = 60_000;

/** Starts the embedded PostgreSQL, or adopts one that an earlier process left running. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { folder, logger, diesWithUs, readyWithinMs = READY_WITHIN_MS, reads = [] } = options;
  const cluster = join(folder, 'postgres');
  const account = accountForDatabase();
  const binaries = findBinaries(join(folder, 'postgres-lib'));
  const launcher: Launcher = { binaries, account, paths: [cluster, ...reads], diesWithUs };
  await ensureCluster(cluster, options.ownerPassword, launcher);
  if (options.archive !== undefined) prepareArchive(options.archive, account);
  const socket = socketFolderFor(cluster, account);
  const log = openServerLog(join(folder, 'postgres.log'));
  const args = serverArguments(cluster, socket.path, { volatile: options.volatile, archive: options.archive });

  const start = async (): Promise<Postmaster> => {
    const survivor = await adopt(cluster, commandLine(binaries.postgres, args));
    if (survivor) return survivor;
    const position = log.position();
    const child = launch(launcher, binaries.postgres, args, log.descriptor);
    if (child.pid === undefined) throw failure(`${binaries.postgres} could not be run`);
    const server = born(child, child.pid);
    if (await becameReady(server, cluster, readyWithinMs)) return server;
    await endPostmaster(server);
    throw failure(log.since(position));
  };

  const supervisor = supervise(await start(), start, logger);
  return {
    host: socket.path,
    port: PORT,
    get pid() {
      return supervisor.pid;
    },
    stop: async () => {
      await supervisor.stop();
      log.close();
      socket.remove();
    },
  };
}

/** Adopts a server that outlived its process; stops one with other settings or another version first. */
async function adopt(cluster: string, command: string): Promise<Postmaster | undefined> {
  const pid = findSurvivor(cluster);
  if (pid === undefined) return undefined;
  const server = adopted(pid, cluster);
  if (readLastCommand(cluster) === command && (await becameReady(server, cluster, READY_WITHIN_MS))) return server;
  await endPostmaster(server);
  return undefined;
}

/** The command line in the format of postmaster.opts. */
function commandLine(program: string, args: readonly string[]): string {
  return [realpathSync(program), ...args.map((each) => `"${each}"`)].join(' ');
}

function failure(log: string): StartError {
  return new StartError(
    `The embedded PostgreSQL did not start. Its last log lines:\n${log}`,
    'Check that the disk has free space and that the files in the data folder (BERTH_DATA) are unchanged; postgres.log there has the whole log.',
  );
}
