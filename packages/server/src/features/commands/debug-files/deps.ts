import type { DebugFile } from '@berth/contract/api/debug-files';
import type { DebugFileId, OrganizationId } from '@berth/contract/ids';
import type { AuditAction } from '@berth/contract/rules/audit';
import type { Database, Tx } from '../../../db/connection.ts';
import type { FileStore } from '../../../platform/file-store.ts';
import type { CommandDeps } from '../deps.ts';
import type { DebugFileRow } from './store.ts';
import type { UploadTickets } from './ticket.ts';

/** Writes into the audit log what a machine did. */
export type RecordWork = (
  tx: Tx,
  organizationId: OrganizationId,
  work: {
    readonly action: AuditAction;
    readonly actor: { readonly kind: 'machine'; readonly name: string };
    readonly target: { readonly kind: string; readonly id: string };
    readonly after: unknown;
  },
) => Promise<void>;

export interface DebugFileDeps extends Pick<CommandDeps, 'bus' | 'presence'> {
  readonly db: Database;
  readonly files: FileStore;
  readonly tickets: UploadTickets;
  readonly recordWork: RecordWork;
}

/** Where a file lies in the store. */
export function keyOf(organizationId: OrganizationId, fileId: DebugFileId): string {
  return `debug/${organizationId}/${fileId}`;
}

export function presentFile({ file_id, name, bytes, created_at }: DebugFileRow): DebugFile {
  return { id: file_id, name, bytes, createdAt: created_at };
}
