import Type from 'typebox';
import { DebugFileIdSchema } from '../ids.ts';
import { DEBUG_FILE_BYTES_MAX } from '../limits.ts';
import { COMMAND_CALLS } from './commands.ts';
import { endpoint } from './declare.ts';
import { Binary, closed, Instant } from './parts.ts';

/** A machine's diagnostics, packed for troubleshooting. */
export const DebugFile = closed({
  id: DebugFileIdSchema,
  name: Type.String(),
  bytes: Type.Integer({ minimum: 0 }),
  createdAt: Instant,
});
export type DebugFile = Type.Static<typeof DebugFile>;

/** Field of the multipart body. */
export const DEBUG_FILE_FIELD = 'file';

export const uploadDebugFile = endpoint('POST /machines/debug/file', {
  id: 'debugFiles.upload',
  summary:
    "Upload a machine's debug file; the bearer token comes with the command that asked for the file, and works once",
  authentication: 'public',
  rate: 'login',
  upload: { field: DEBUG_FILE_FIELD, maxBytes: DEBUG_FILE_BYTES_MAX },
  reply: DebugFile,
  status: 201,
  errors: ['unauthenticated', 'unsupported-media-type'],
});

export const requestDebugFile = COMMAND_CALLS['upload-debug-file'];

export const listDebugFiles = endpoint('GET /machines/{id}/debug-files', {
  id: 'debugFiles.list',
  summary: 'List the debug files of a machine, newest first',
  permission: 'machine.command',
  reply: Type.Array(DebugFile),
});

export const readDebugFile = endpoint('GET /machines/{id}/debug-files/{fileId}', {
  id: 'debugFiles.read',
  summary: 'Download a debug file',
  permission: 'machine.command',
  params: { fileId: DebugFileIdSchema },
  reply: Binary,
  replyTypes: ['application/octet-stream'],
});

export const deleteDebugFile = endpoint('DELETE /machines/{id}/debug-files/{fileId}', {
  id: 'debugFiles.delete',
  summary: 'Delete a debug file',
  permission: 'machine.write',
  params: { fileId: DebugFileIdSchema },
});
