import type { OrganizationId } from '@berth/contract/ids';
import type { MachineAlert } from '@berth/contract/rules/alerts';
import type { Language } from '@berth/contract/rules/languages';
import type { RolledBack } from '@berth/contract/rules/rollouts';
import type { RawBuilder } from 'kysely';
import type { Database, Tx } from '../../db/connection.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Mailer } from '../../platform/mail.ts';
import type { UnsubscribeLinks } from './unsubscribe.ts';

/** How long the credits last (contract api/billing-information). */
export interface CreditsOutlook {
  readonly endsAt: string | null;
  /** `credits`: how many are missing. */
  readonly arrears: { readonly proUntil: string; readonly credits: number } | null;
}

/** What is checked, from other features. */
export interface AlertSources {
  /** Selects `machine_id` and `need` of the machines that have one of the needs. */
  readonly selectNeeds: (organizationId: OrganizationId, needs: readonly MachineAlert[]) => RawBuilder<unknown>;
  /** The rollouts that were rolled back within a time because of their machines, oldest first. */
  readonly listRolledBack: (
    tx: Tx,
    organizationId: OrganizationId,
    time: { readonly after: Date; readonly until: Date },
  ) => Promise<RolledBack[]>;
  /** Undefined for an organization without a billing account. */
  readonly readCredits: (tx: Tx, organizationId: OrganizationId) => Promise<CreditsOutlook | undefined>;
}

export interface AlertDeps extends AlertSources {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly mailer: Mailer;
  /** Origin that browsers use, without a slash at its end. */
  readonly publicUrl: string;
  /** The language of the account with this address. */
  readonly languageOf: (email: string) => Promise<Language | undefined>;
  readonly links: UnsubscribeLinks;
}
