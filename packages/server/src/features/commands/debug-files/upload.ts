import { createHmac, timingSafeEqual } from 'node:crypto';
import { type DebugFile, uploadDebugFile } from '@berth/contract/api/debug-files';
import type { DebugFileId, MachineId, OrganizationId } from '@berth/contract/ids';
import { DEBUG_FILES_KEPT } from '@berth/contract/limits';
import type { Database } from '../../../db/connection.ts';
import { inTenant } from '../../../db/transaction.ts';
import { ApiError } from '../../../http/api-error.ts';
import type { RecordWork } from '../../../http/audit.ts';
import { type Route, route } from '../../../http/route.ts';
import type { FileStore } from '../../../platform/file-store.ts';
import type { CommandDeps } from '../deps.ts';
import { type DebugFileRow, deleteFiles, findFile, insertFile, listFiles } from './store.ts';

export interface DebugFileDeps extends Pick<CommandDeps, 'bus' | 'presence' | 'lineTo'> {
  readonly db: Database;
  readonly files: FileStore;
  readonly tickets: UploadTickets;
  readonly recordWork: RecordWork;
}

/** The key of a file in the store. */
export function keyOf(organizationId: OrganizationId, fileId: DebugFileId): string {
  return `debug/${organizationId}/${fileId}`;
}

export function presentFile({ file_id, name, bytes, created_at }: DebugFileRow): DebugFile {
  return { id: file_id, name, bytes, createdAt: created_at };
}

/** The one file that a machine may send. */
interface UploadTicket {
  readonly organizationId: OrganizationId;
  readonly machineId: MachineId;
  readonly fileId: DebugFileId;
}

/** Tokens that each let a machine send one file. They are not stored: a MAC identifies them. */
interface UploadTickets {
  issue(ticket: UploadTicket): string;
  /** Undefined for forged or expired tokens. */
  read(token: string): UploadTicket | undefined;
}

/** Longer than the longest wait of a command, so that the file can follow it. */
const VALID_MS = 3_600_000;

/**
 * @param key 32 bytes for this purpose only.
 * @param now The clock, in milliseconds.
 */
export function createUploadTickets(key: Buffer, now: () => number): UploadTickets {
  const mac = (content: string) => createHmac('sha256', key).update(content).digest();
  return {
    issue({ organizationId, machineId, fileId }) {
      const content = [organizationId, machineId, fileId, (now() + VALID_MS).toString(36)].join('.');
      return `${content}.${mac(content).toString('base64url')}`;
    },
    read(token) {
      const parts = token.split('.');
      const given = Buffer.from(parts.pop() ?? '', 'base64url');
      const expected = mac(parts.join('.'));
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      const [organizationId, machineId, fileId, expires = ''] = parts;
      if (Number.parseInt(expires, 36) <= now()) return undefined;
      // The MAC proves that these are the values given to `issue`.
      return { organizationId, machineId, fileId } as UploadTicket;
    },
  };
}

const NAME_MAX = 128;

export function uploadDebugFileRoute({ db, files, tickets, recordWork }: DebugFileDeps): Route {
  /** Records the file and removes the oldest ones beyond the limit. */
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
      // Unless the machine sent it twice at once: then it belongs to the other upload, too.
      const known = await inTenant(db, ticket, (tx) => findFile(tx, ticket, fileId));
      if (!known) await files.delete(key);
      throw error;
    }
  });
}

function usedUp(): ApiError {
  return new ApiError('unauthenticated', 'The token does not allow file uploads, or it has expired.');
}

/** The download's file name; the machine's own name is not trusted. */
function cleanName(filename: string): string {
  const name = filename.replaceAll(/[^\p{L}\p{N} ._-]/gu, '_').slice(-NAME_MAX);
  return /[\p{L}\p{N}]/u.test(name) ? name : 'debug-file';
}
