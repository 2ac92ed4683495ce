import { uploadDebugFile } from '@berth/contract/api/debug-files';
import { DEBUG_FILES_KEPT } from '@berth/contract/limits';
import { inTenant } from '../../../db/transaction.ts';
import { ApiError } from '../../../http/api-error.ts';
import { type Route, route } from '../../../http/route.ts';
import { type DebugFileDeps, keyOf, presentFile } from './deps.ts';
import { deleteFiles, insertFile, listFiles } from './store.ts';
import type { UploadTicket } from './ticket.ts';

const NAME_MAX = 128;

export function uploadDebugFileRoute({ db, files, tickets, recordWork }: DebugFileDeps): Route {
  /** Writes the file down; the oldest ones beyond what is kept go. */
  async function keep(ticket: UploadTicket, name: string, bytes: number) {
    const { organizationId, machineId, fileId } = ticket;
    return inTenant(db, ticket, async (tx) => {
      const row = await insertFile(tx, ticket, { id: fileId, name, bytes });
      if (!row) throw usedUp();
      const surplus = (await listFiles(tx, ticket)).slice(DEBUG_FILES_KEPT).map(({ file_id }) => file_id);
      await deleteFiles(tx, ticket, surplus);
      await recordWork(tx, organizationId, {
        action: uploadDebugFile.id,
        actor: { kind: 'machine', name: machineId },
        target: { kind: 'machine', id: machineId },
        after: { fileId, name, bytes },
      });
      return { row, surplus };
    });
  }

  return route(uploadDebugFile, async ({ upload }) => {
    const ticket = tickets.read(upload.bearer ?? '');
    if (!ticket) throw usedUp();
    const { organizationId, fileId } = ticket;
    const key = keyOf(organizationId, fileId);
    if (await files.has(key)) throw usedUp();
    const { name, bytes } = await upload.receive(async ({ filename, content }) => ({
      name: cleanName(filename),
      bytes: await files.put(key, content),
    }));
    try {
      const { row, surplus } = await keep(ticket, name, bytes);
      for (const id of surplus) await files.delete(keyOf(organizationId, id));
      return presentFile(row);
    } catch (error) {
      await files.delete(key);
      throw error;
    }
  });
}

function usedUp(): ApiError {
  return new ApiError('unauthenticated', 'The token does not allow to send a file, or not any more.');
}

/** A name to save the file under; what a machine calls it is not trusted. */
function cleanName(filename: string): string {
  const name = filename.replaceAll(/[^\p{L}\p{N} ._-]/gu, '_').slice(-NAME_MAX);
  return /[\p{L}\p{N}]/u.test(name) ? name : 'debug-file';
}
