import type { OrganizationId } from '@berth/contract/ids';
import { EU_COUNTRIES, type VatState } from '@berth/contract/rules/billing';
import { sql } from 'kysely';
import Type from 'typebox';
import type { Tx } from '../../../db/connection.ts';
import { asSystem, inTenant } from '../../../db/transaction.ts';
import { startJob } from '../../../platform/jobs.ts';
import type { Logger } from '../../../platform/logger.ts';
import { matcher } from '../../../platform/schema.ts';
import type { BillingDeps } from '../deps.ts';

const EVERY_MS = 60_000;
const AT_ONCE = 10;
const HOUR_MS = 3_600_000;

interface VatCheckDeps extends Pick<BillingDeps, 'db' | 'clock' | 'recordWork'> {
  readonly ask: AskVatService;
  readonly logger: Logger;
}

interface Due {
  readonly organizationId: OrganizationId;
  readonly vatId: string;
  readonly country: string;
  readonly attempts: number;
}

/**
 * Checks the due VAT IDs. Each is claimed by one server; a crashed server's claims expire. An unavailable service is
 * retried after 1, 2, 4 … at most 24 hours.
 */
export async function checkVatIds(deps: VatCheckDeps): Promise<void> {
  const { db, clock, ask, logger } = deps;
  for (const due of await asSystem(db, (tx) => claim(tx, new Date(clock.now())))) {
    try {
      await save(deps, due, await ask(due.vatId, due.country));
    } catch (error) {
      logger.info({ err: error, organizationId: due.organizationId }, 'A VAT ID could not be checked yet');
      const wait = Math.min(24, 2 ** (due.attempts - 1)) * HOUR_MS;
      await inTenant(db, due, (tx) => postpone(tx, due, new Date(clock.now() + wait)));
    }
  }
}

export function startVatChecks(deps: VatCheckDeps): { stop(): Promise<void> } {
  return startJob('billing.check-vat', EVERY_MS, () => checkVatIds(deps), deps.logger);
}

async function claim(tx: Tx, now: Date): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select organization_id as "organizationId", vat_id as "vatId", country, attempts
    from claim_vat_checks(${now.toISOString()}::timestamptz, interval '15 minutes', ${AT_ONCE})`.execute(tx);
  return rows;
}

async function save({ db, recordWork }: VatCheckDeps, due: Due, state: VatState): Promise<void> {
  const { organizationId, vatId } = due;
  await inTenant(db, due, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('billing_accounts')
      .set({ vat_state: state, vat_check_at: null })
      .where('organization_id', '=', organizationId)
      // The ID may have changed in the meantime.
      .where('vat_id', '=', vatId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const actor = { kind: 'system', name: 'VAT check' } as const;
    await recordWork(tx, organizationId, { action: 'billing.vatChecked', actor, after: { vatId, state } });
  });
}

async function postpone(tx: Tx, { organizationId, vatId }: Due, until: Date): Promise<void> {
  await tx
    .updateTable('billing_accounts')
    .set({ vat_check_at: until.toISOString() })
    .where('organization_id', '=', organizationId)
    .where('vat_id', '=', vatId)
    .execute();
}

/** Looks up a VAT ID; throws while the service is unavailable. */
type AskVatService = (vatId: string, country: string) => Promise<Exclude<VatState, 'unchecked'>>;

const Answer = Type.Object({ valid: Type.Boolean() });
const fitsAnswer = matcher(Answer);
const TIMEOUT_MS = 20_000;

/** The REST API of the European Commission's VIES, which covers the EU and Northern Ireland. */
export function vatService(address: string): AskVatService {
  return async (vatId, country) => {
    if (!EU_COUNTRIES.includes(country) && !vatId.startsWith('XI')) return 'not-covered';
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ countryCode: vatId.slice(0, 2), vatNumber: vatId.slice(2) }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer: unknown = response.ok ? await response.json() : undefined;
    // If a member state's register is unavailable, the reply lacks `valid`.
    if (!fitsAnswer(answer)) throw new Error(`The VAT service answered ${response.status} without a result`);
    return answer.valid ? 'confirmed' : 'not-listed';
  };
}
