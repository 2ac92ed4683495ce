import Type from 'typebox';
import { DebugFileIdSchema, MachineIdSchema } from '../ids.ts';
import { DEBUG_FILE_BYTES_MAX } from '../limits.ts';
import { COMMAND_CALLS } from './commands.ts';
import { endpoint } from './endpoint.ts';
import { Binary, closed, Empty, Instant, Nothing } from './parts.ts';

/** What a machine knows of itself, packed for whoever looks for a fault. */
export const DebugFile = closed({
  id: DebugFileIdSchema,
  name: Type.String(),
  bytes: Type.Integer({ minimum: 0 }),
  createdAt: Instant,
});
export type DebugFile = Type.Static<typeof DebugFile>;

/** Field of the multipart body. */
export const DEBUG_FILE_FIELD = 'file';

export const uploadDebugFile = endpoint({
  id: 'debugFiles.upload',
  method: 'POST',
  path: '/machines/debug/file',
  summary: "Take a machine's debug file; the bearer token is the one of the command that asked for it, and works once",
  params: Nothing,
  query: Nothing,
  body: Empty,
  reply: DebugFile,
  status: 201,
  errors: ['unauthenticated', 'unsupported-media-type'],
  authentication: 'public',
  permission: null,
  rate: 'login',
  tenant: { kind: 'none' },
  upload: { field: DEBUG_FILE_FIELD, maxBytes: DEBUG_FILE_BYTES_MAX },
});

const onMachine = {
  params: closed({ id: MachineIdSchema }),
  query: Nothing,
  body: Empty,
  authentication: 'user',
  tenant: { kind: 'machine', param: 'id' },
} as const;

const onFile = { ...onMachine, params: closed({ id: MachineIdSchema, fileId: DebugFileIdSchema }) } as const;

export const requestDebugFile = COMMAND_CALLS['upload-debug-file'];

export const listDebugFiles = endpoint({
  ...onMachine,
  id: 'debugFiles.list',
  method: 'GET',
  path: '/machines/{id}/debug-files',
  summary: 'The debug files of a machine, the newest first',
  reply: Type.Array(DebugFile),
  status: 200,
  errors: ['not-found', 'forbidden'],
  permission: 'machine.command',
  rate: 'read',
});

export const readDebugFile = endpoint({
  ...onFile,
  id: 'debugFiles.read',
  method: 'GET',
  path: '/machines/{id}/debug-files/{fileId}',
  summary: 'Download a debug file',
  reply: Binary,
  replyTypes: ['application/octet-stream'],
  status: 200,
  errors: ['not-found', 'forbidden'],
  permission: 'machine.command',
  rate: 'read',
});

export const deleteDebugFile = endpoint({
  ...onFile,
  id: 'debugFiles.delete',
  method: 'DELETE',
  path: '/machines/{id}/debug-files/{fileId}',
  summary: 'Delete a debug file',
  reply: Empty,
  status: 204,
  errors: ['not-found', 'forbidden'],
  permission: 'machine.write',
  rate: 'write',
});
