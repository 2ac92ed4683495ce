import type { OrganizationId, ProfileId, UserId } from '@berth/contract/ids';
import type { Role } from '@berth/contract/rules/permissions';
import type { Database, Tx } from '../../db/connection.ts';
import type { AuditNote, RecordWork } from '../../http/audit.ts';
import type { Caller } from '../../http/route.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';

export interface ProfileKey {
  readonly organizationId: OrganizationId;
  readonly profileId: ProfileId;
}

interface Author {
  readonly authorId: UserId;
  readonly author: string;
}

/** How revisions of a profile are made; the profile stays locked until the transaction ends. */
interface Staging {
  /** Saves a draft, in which masks stand for the profile's own secrets, as the newest revision. */
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
