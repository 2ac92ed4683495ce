import type { UserId } from '@berth/contract/ids';
import type { Role } from '@berth/contract/rules/permissions';
import type { Database, Tx } from '../../db/connection.ts';
import type { ProfileKey } from '../../gateway/ports.ts';
import type { AuditNote, RecordWork } from '../../http/audit.ts';
import type { Caller } from '../../http/route.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';

interface Author {
  readonly authorId: UserId;
  readonly author: string;
}

/** Creates revisions of a profile; the profile stays locked until the end of the transaction. */
interface Staging {
  /** Saves a draft as the newest revision; masks in it stand for the profile's secrets. */
  stage(
    tx: Tx,
    key: ProfileKey,
    draft: { readonly name: string | undefined; readonly definition: unknown },
    authorship: Author & { readonly note: string | null },
    ifMatch: string | undefined,
    person: { readonly caller: Caller; readonly role: Role },
  ): Promise<{ readonly from: number; readonly to: number; readonly note: AuditNote }>;
  /** Restores an earlier revision as the newest; returns its number. */
  restore(tx: Tx, key: ProfileKey, revision: number, author: Author): Promise<number>;
}

export interface RolloutDeps {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly staging: Staging;
  readonly recordWork: RecordWork;
}
