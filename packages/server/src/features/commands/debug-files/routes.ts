import { randomUUID } from 'node:crypto';
import {
  deleteDebugFile,
  listDebugFiles,
  readDebugFile,
  requestDebugFile,
  uploadDebugFile,
} from '@berth/contract/api/debug-files';
import { API_BASE_PATH } from '@berth/contract/api/endpoint';
import type { DebugFileId } from '@berth/contract/ids';
import { DEBUG_FILE_MAX_AGE_DAYS } from '@berth/contract/limits';
import { asSystem } from '../../../db/transaction.ts';
import { ApiError } from '../../../http/api-error.ts';
import { Download } from '../../../http/download.ts';
import { type Route, route } from '../../../http/route.ts';
import { startJob } from '../../../platform/jobs.ts';
import type { Logger } from '../../../platform/logger.ts';
import { queueCommand } from '../queue-command.ts';
import { deleteFiles, findFile, forgetFiles, listFiles } from './store.ts';
import { type DebugFileDeps, keyOf, presentFile, uploadDebugFileRoute } from './upload.ts';

const EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;

export function debugFileRoutes(deps: DebugFileDeps): Route[] {
  return [
    requestDebugFileRoute(deps),
    uploadDebugFileRoute(deps),
    listDebugFilesRoute,
    readDebugFileRoute(deps),
    deleteDebugFileRoute(deps),
  ];
}

/** Removes outdated debug files, and those of removed machines. */
export function startFileCleaning({ db, files }: DebugFileDeps, logger: Logger): { stop(): Promise<void> } {
  const work = async () => {
    await asSystem(db, (tx) => forgetFiles(tx, DEBUG_FILE_MAX_AGE_DAYS));
    await files.forget(DEBUG_FILE_MAX_AGE_DAYS * DAY_MS);
  };
  return startJob('debug-files.clean', EVERY_MS, work, logger);
}

const listDebugFilesRoute = route(listDebugFiles, async ({ params, tx, organizationId }) => {
  const rows = await listFiles(tx, { organizationId, machineId: params.id });
  return rows.map(presentFile);
});

function readDebugFileRoute({ files }: DebugFileDeps): Route {
  return route(readDebugFile, async ({ params, tx, organizationId }) => {
    const row = await findFile(tx, { organizationId, machineId: params.id }, params.fileId);
    const content = row && (await files.read(keyOf(organizationId, row.file_id)));
    if (!content) throw notFound();
    return new Download({ mediaType: 'application/octet-stream', filename: row.name, content }).asValue();
  });
}

function deleteDebugFileRoute({ files }: DebugFileDeps): Route {
  return route(deleteDebugFile, async ({ params, tx, organizationId, afterCommit, audit }) => {
    const machine = { organizationId, machineId: params.id };
    const row = await findFile(tx, machine, params.fileId);
    if (!row) throw notFound();
    await deleteFiles(tx, machine, [row.file_id]);
    audit({ before: { name: row.name, bytes: row.bytes } });
    afterCommit(() => files.delete(keyOf(organizationId, row.file_id)));
    return null;
  });
}

function notFound(): ApiError {
  return new ApiError('not-found', 'File not found on this machine.');
}

function requestDebugFileRoute(deps: DebugFileDeps): Route {
  return route(requestDebugFile, (call) => {
    const { organizationId, params } = call;
    const fileId = randomUUID() as DebugFileId;
    const token = deps.tickets.issue({ organizationId, machineId: params.id, fileId });
    return queueCommand(deps, call, 'upload-debug-file', { path: `${API_BASE_PATH}${uploadDebugFile.path}`, token });
  });
}
