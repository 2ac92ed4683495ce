import type { IncomingHttpHeaders } from 'node:http';
import type { PaymentKind } from '@berth/contract/api/billing';

/** A payment provider. Amounts are in the currency's smallest unit. */
export interface PaymentProvider {
  /** How payers pay with it. */
  readonly kind: PaymentKind;
  /** Prepares a payer to pay. Idempotent. */
  prepare(payer: Payer): Promise<Preparation>;
  /** Charges an amount once: repeated calls with the same key return the same result. */
  collect(demand: Demand): Promise<Collection>;
  /** Its webhook; undefined without events. */
  readonly webhook: PaymentWebhook | undefined;
}

/** The path of a provider's webhook. The provider defines the format of its events. */
export interface PaymentWebhook {
  readonly path: string;
  /**
   * Translates an event; undefined for irrelevant ones.
   * @throws UnsignedEventError if the event is not signed by the provider.
   */
  read(event: ReceivedEvent): Promise<PaymentEvent | undefined>;
}

export interface ReceivedEvent {
  readonly headers: IncomingHttpHeaders;
  /** The signed bytes. */
  readonly body: Buffer;
}

export class UnsignedEventError extends Error {
  override readonly name = 'UnsignedEventError';
}

export interface Payer {
  /** Our ID of the payer, contained in every event. */
  readonly id: string;
  /** The provider's ID of the payer; undefined before the first preparation. */
  readonly customer: string | undefined;
  readonly name: string;
  readonly email: string;
  /** The page that the provider returns to. */
  readonly returnUrl: string;
}

/** A payment method; `label` is for the payer to recognize it. */
export interface PaymentMethod {
  readonly kind: PaymentKind;
  readonly label: string;
  readonly reference: string | null;
}

export type Preparation =
  | { readonly status: 'ready'; readonly method: PaymentMethod; readonly customer: string | undefined }
  | { readonly status: 'redirect'; readonly url: string; readonly customer: string };

export interface Demand {
  readonly key: string;
  readonly payer: Payer;
  readonly method: string | null;
  readonly amount: number;
  readonly currency: string;
  readonly description: string;
  /** Contained in every event of the payment. */
  readonly metadata: Readonly<Record<string, string>>;
}

export type Collection =
  /** The payer transfers the money. */
  | { readonly status: 'awaiting-payment' }
  | { readonly status: 'paid' | 'processing'; readonly reference: string }
  /** The payer has to confirm at `url`. */
  | { readonly status: 'action-required'; readonly reference: string; readonly url: string }
  | { readonly status: 'failed'; readonly reason: string };

/** Money that is returned; `reference` names the refund or the dispute. */
interface Reversed {
  readonly reference: string;
  readonly payment: string;
  readonly paid: number;
  readonly metadata: Demand['metadata'];
}

/** An event of the provider. It may arrive twice, late, and in any order. */
export type PaymentEvent = {
  readonly eventId: string;
  /** Milliseconds since 1970, by the provider's clock. */
  readonly at: number;
  /** Our ID of the payer. */
  readonly payer: string;
} & (
  | {
      readonly kind: 'paid';
      readonly reference: string;
      readonly amount: number;
      readonly metadata: Demand['metadata'];
    }
  /** `total` is the sum of all refunds of the payment so far; `paid` is its amount. */
  | (Reversed & { readonly kind: 'refunded'; readonly total: number })
  /** open: the payer's bank holds the money until it decides; won: the money is returned to us; lost: it is gone. */
  | (Reversed & { readonly kind: 'disputed'; readonly outcome: 'open' | 'won' | 'lost'; readonly amount: number })
  | { readonly kind: 'failed'; readonly reference: string; readonly metadata: Demand['metadata'] }
  | { readonly kind: 'method'; readonly customer: string; readonly method: PaymentMethod }
  | { readonly kind: 'method-gone'; readonly reference: string }
);

/** The built-in provider: an invoice, whose payment an operator records. */
export const bankTransfer: PaymentProvider = {
  kind: 'bank-transfer',
  prepare: async ({ customer }) => ({
    status: 'ready',
    method: { kind: 'bank-transfer', label: '', reference: null },
    customer,
  }),
  collect: async () => ({ status: 'awaiting-payment' }),
  webhook: undefined,
};
