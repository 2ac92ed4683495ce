import type { BillingDetails } from '@berth/contract/api/billing';
import type { OrganizationId, UserId } from '@berth/contract/ids';
import type { Selectable, Updateable } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import type { BillingAccounts } from '../../../db/schema.ts';
import type { PaymentMethod } from '../../../platform/payment/payment.ts';

const COLUMNS = [
  'organization_id',
  'administrator_id',
  'administrator_email',
  'company',
  'email',
  'street',
  'postcode',
  'city',
  'country',
  'vat_id',
  'vat_state',
  'payment_kind',
  'payment_label',
  'payment_reference',
  'payment_known_at',
  'customer_reference',
  'arrears_since',
] as const;
export type AccountRow = Pick<Selectable<BillingAccounts>, (typeof COLUMNS)[number]>;

/** Entered details after validation; `vatId` is in canonical form. */
export interface Entered extends Omit<BillingDetails, 'vatId'> {
  readonly vatId: string | null;
}

export async function findAccount(tx: Tx, organizationId: OrganizationId): Promise<AccountRow | undefined> {
  return byId(tx, organizationId).executeTakeFirst();
}

/** Finds and locks an account. All changes of an account and of its credits take this lock. */
export async function lockAccount(tx: Tx, organizationId: OrganizationId): Promise<AccountRow | undefined> {
  return byId(tx, organizationId).forUpdate().executeTakeFirst();
}

/** Finds and locks an account; undefined if another transaction holds the lock. */
export async function lockIdleAccount(tx: Tx, organizationId: OrganizationId): Promise<AccountRow | undefined> {
  return byId(tx, organizationId).forUpdate().skipLocked().executeTakeFirst();
}

/** Creates an account; false if the organization already has one. */
export async function insertAccount(
  tx: Tx,
  organizationId: OrganizationId,
  administrator: { readonly userId: UserId; readonly email: string },
  entered: Entered,
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('billing_accounts')
    .values({
      organization_id: organizationId,
      administrator_id: administrator.userId,
      administrator_email: administrator.email,
      ...columns(entered),
      vat_check_at: entered.vatId === null ? null : now.toISOString(),
      created_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Replaces the entered details. A different VAT ID is checked again. */
export async function changeAccount(tx: Tx, before: AccountRow, entered: Entered, now: Date): Promise<void> {
  const same = before.vat_id === entered.vatId;
  await update(tx, before.organization_id, {
    ...columns(entered),
    ...(!same && {
      vat_state: 'unchecked' as const,
      vat_attempts: 0,
      vat_check_at: entered.vatId === null ? null : now.toISOString(),
    }),
  });
}

/** Saves the payment method that the provider reported at `at`. */
export async function savePaymentMethod(
  tx: Tx,
  organizationId: OrganizationId,
  method: PaymentMethod | null,
  at: Date,
): Promise<void> {
  await update(tx, organizationId, {
    payment_kind: method?.kind ?? null,
    payment_label: method?.label ?? null,
    payment_reference: method?.reference ?? null,
    payment_known_at: at.toISOString(),
  });
}

export async function saveCustomer(tx: Tx, organizationId: OrganizationId, customer: string): Promise<void> {
  await update(tx, organizationId, { customer_reference: customer });
}

export async function saveAdministrator(
  tx: Tx,
  organizationId: OrganizationId,
  administrator: { readonly userId: UserId; readonly email: string },
): Promise<void> {
  await update(tx, organizationId, {
    administrator_id: administrator.userId,
    administrator_email: administrator.email,
  });
}

/** Saves since when credits do not cover the charges; null: they do. */
export async function saveArrears(tx: Tx, organizationId: OrganizationId, since: Date | null): Promise<void> {
  await update(tx, organizationId, { arrears_since: since?.toISOString() ?? null });
}

function columns({ vatId, ...details }: Entered) {
  return { ...details, vat_id: vatId };
}

async function update(tx: Tx, organizationId: OrganizationId, values: Updateable<BillingAccounts>): Promise<void> {
  await tx.updateTable('billing_accounts').set(values).where('organization_id', '=', organizationId).execute();
}

function byId(tx: Tx, organizationId: OrganizationId) {
  return tx.selectFrom('billing_accounts').select(COLUMNS).where('organization_id', '=', organizationId);
}
