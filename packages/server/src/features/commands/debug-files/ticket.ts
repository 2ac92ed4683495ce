import { createHmac, timingSafeEqual } from 'node:crypto';
import type { DebugFileId, MachineId, OrganizationId } from '@berth/contract/ids';

/** Which file a machine may send, once. */
export interface UploadTicket {
  readonly organizationId: OrganizationId;
  readonly machineId: MachineId;
  readonly fileId: DebugFileId;
}

/** Tokens that let a machine send one file. They are kept nowhere: the server knows its own by their MAC. */
export interface UploadTickets {
  issue(ticket: UploadTicket): string;
  /** undefined for what this server did not give out, or for one whose time is over. */
  read(token: string): UploadTicket | undefined;
}

/** Longer than a command may wait, so that the file can follow it. */
const VALID_MS = 3_600_000;

/** @param key 32 bytes for this purpose alone. @param now the clock, in milliseconds. */
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
      // Our own MAC says that these are what `issue` was given.
      return { organizationId, machineId, fileId } as UploadTicket;
    },
  };
}
