import type { BillingAccount } from '@berth/contract/api/billing';
import { type AccountFacts, billingStateOf, missingOf } from '@berth/contract/rules/billing';
import type { Caller } from '../../../http/route.ts';
import type { Payer, PaymentProvider } from '../../../platform/payment/payment.ts';
import type { AccountRow } from './store.ts';

/** The facts that determine the state of an account. */
export function factsOf({ payment_kind, vat_id, vat_state }: AccountRow): AccountFacts {
  return { hasPaymentMethod: payment_kind !== null, vatId: vat_id, vatState: vat_state };
}

/** Presents an account to the caller; undefined: the organization has none. */
export function presentAccount(
  row: AccountRow | undefined,
  caller: Caller,
  { kind }: Pick<PaymentProvider, 'kind'>,
): BillingAccount {
  const state = billingStateOf(row && factsOf(row));
  if (!row) {
    return {
      state,
      missing: [],
      administrator: null,
      manageable: false,
      details: null,
      vatState: null,
      paymentMethod: null,
      paymentKind: kind,
    };
  }
  const { company, email, street, postcode, city, country, vat_id: vatId } = row;
  return {
    state,
    missing: missingOf(factsOf(row)),
    administrator: { email: row.administrator_email },
    manageable: row.administrator_id === caller.userId,
    details: { company, email, street, postcode, city, country, vatId },
    vatState: vatId === null ? null : row.vat_state,
    paymentMethod: row.payment_kind === null ? null : { kind: row.payment_kind, label: row.payment_label ?? '' },
    paymentKind: kind,
  };
}

/** Returns the account as the payment provider's payer. */
export function payerOf(account: AccountRow, returnUrl: string): Payer {
  return {
    id: account.organization_id,
    customer: account.customer_reference ?? undefined,
    name: account.company,
    email: account.email,
    returnUrl,
  };
}
