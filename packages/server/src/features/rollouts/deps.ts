import type { LayerId, OrganizationId, UserId } from '@berth/contract/ids';
import type { LayerContent } from '@berth/contract/layers/settings';
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

/** A new revision, and the one before. */
export interface Staged {
  readonly from: number;
  readonly to: number;
  readonly note: AuditNote;
}

interface LayerKey {
  readonly organizationId: OrganizationId;
  readonly layerId: LayerId;
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
  ): Promise<Staged>;
  /** Restores an earlier revision as the newest. */
  restore(tx: Tx, key: ProfileKey, revision: number, author: Author): Promise<unknown>;
}

/** Creates revisions of a layer; the organization's layers stay locked until the end of the transaction. */
interface LayerStaging {
  /** Saves a draft as the newest revision; masks in it stand for the layer's secrets. */
  stage(
    person: { readonly tx: Tx; readonly organizationId: OrganizationId; readonly caller: Caller; readonly role: Role },
    key: LayerKey,
    draft: LayerContent & { readonly name: string },
    authorship: Author & { readonly note: string | null },
    ifMatch: string | undefined,
  ): Promise<Staged>;
  /** Restores an earlier revision as the newest, whatever other layers became meanwhile. */
  restore(tx: Tx, key: LayerKey, revision: number, author: Author): Promise<unknown>;
}

export interface RolloutDeps {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly staging: Staging;
  readonly layerStaging: LayerStaging;
  readonly recordWork: RecordWork;
}
