import { deleteDebugFile, listDebugFiles, readDebugFile } from '@berth/contract/api/debug-files';
import { ApiError } from '../../../http/api-error.ts';
import { Download } from '../../../http/download.ts';
import { type Route, route } from '../../../http/route.ts';
import { type DebugFileDeps, keyOf, presentFile } from './deps.ts';
import { deleteFiles, findFile, listFiles } from './store.ts';

export const listDebugFilesRoute = route(listDebugFiles, async ({ params, tx, organizationId }) => {
  const rows = await listFiles(tx, { organizationId, machineId: params.id });
  return rows.map(presentFile);
});

export function readDebugFileRoute({ files }: DebugFileDeps): Route {
  return route(readDebugFile, async ({ params, tx, organizationId }) => {
    const row = await findFile(tx, { organizationId, machineId: params.id }, params.fileId);
    const content = row && (await files.read(keyOf(organizationId, row.file_id)));
    if (!content) throw notFound();
    return new Download({ mediaType: 'application/octet-stream', filename: row.name, content }).asValue();
  });
}

export function deleteDebugFileRoute({ files }: DebugFileDeps): Route {
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
  return new ApiError('not-found', 'The machine has no such file.');
}
