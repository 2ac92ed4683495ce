import { DEBUG_FILE_MAX_AGE_DAYS } from '@berth/contract/limits';
import { asSystem } from '../../../db/transaction.ts';
import type { Route } from '../../../http/route.ts';
import type { Logger } from '../../../platform/logger.ts';
import { repeat } from '../../../platform/repeat.ts';
import type { DebugFileDeps } from './deps.ts';
import { deleteDebugFileRoute, listDebugFilesRoute, readDebugFileRoute } from './files.ts';
import { requestDebugFileRoute } from './request-debug-file.ts';
import { forgetFiles } from './store.ts';
import { uploadDebugFileRoute } from './upload-debug-file.ts';

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

/** Removes debug files that are too old, and files of machines that are gone. */
export function startFileCleaning({ db, files }: DebugFileDeps, logger: Logger): { stop(): Promise<void> } {
  const work = async () => {
    await asSystem(db, (tx) => forgetFiles(tx, DEBUG_FILE_MAX_AGE_DAYS));
    await files.forget(DEBUG_FILE_MAX_AGE_DAYS * DAY_MS);
  };
  return repeat('debug-files.clean', EVERY_MS, work, logger);
}
