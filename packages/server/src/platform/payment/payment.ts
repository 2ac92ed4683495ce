import type { IncomingHttpHeaders } from 'node:http';
import type { PaymentKind } from '@berth/contract/api/billing';

/** A way of taking payments. Amounts are in the currency's smallest unit. */
export interface PaymentProvider {
  /** How payers pay with it. */
  readonly kind: PaymentKind;
  /** Prepares the paying. Repeating it is harmless. */
  prepare(payer: Payer): Promise<Preparation>;
  /** Takes a sum once: repeated with the same key it answers as before and takes nothing more. */
  collect(demand: Demand): Promise<Collection>;
  /** Where it sends its events; undefined where it sends none. */
  readonly webhook: PaymentWebhook | undefined;
}

/** The address to which a provider sends its events. The provider decides what they look like. */
export interface PaymentWebhook {
  readonly path: string;
  /**
   * What an event means for us; undefined for what does not concern us.
   * @throws UnsignedEventError where the event is not the provider's.
   */
  read(event: ReceivedEvent): Promise<PaymentEvent | undefined>;
}

export interface ReceivedEvent {
  readonly headers: IncomingHttpHeaders;
  /** The bytes as they were signed. */
  readonly body: Buffer;
}

export class UnsignedEventError extends Error {
  override readonly name = 'UnsignedEventError';
}

export interface Payer {
  /** Our ID of the payer; every event carries it. */
  readonly id: string;
  /** What the provider calls them; undefined until they were prepared for the first time. */
  readonly customer: string | undefined;
  readonly name: string;
  readonly email: string;
  /** The page of ours that they come back to from the provider's. */
  readonly returnUrl: string;
}

/** A way to pay; `label` is what the payer recognizes it by. */
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
  /** Every event about the payment carries it. */
  readonly metadata: Readonly<Record<string, string>>;
}

export type Collection =
  /** The payer transfers the money. */
  | { readonly status: 'awaiting-payment' }
  | { readonly status: 'paid' | 'processing'; readonly reference: string }
  /** The payer has to confirm it at `url`. */
  | { readonly status: 'action-required'; readonly reference: string; readonly url: string }
  | { readonly status: 'failed'; readonly reason: string };

/** Money of a payment that goes back; `reference` names the refund or the dispute. */
interface Reversed {
  readonly reference: string;
  readonly payment: string;
  readonly paid: number;
  readonly metadata: Demand['metadata'];
}

/** An event of the provider: it may come twice, late, and in any order. */
export type PaymentEvent = {
  readonly eventId: string;
  /** Milliseconds since 1970, by the provider's clock. */
  readonly at: number;
  /** The payer, as we call them. */
  readonly payer: string;
} & (
  | {
      readonly kind: 'paid';
      readonly reference: string;
      readonly amount: number;
      readonly metadata: Demand['metadata'];
    }
  /** `total` counts all refunds of the payment so far; `paid` is its whole sum. */
  | (Reversed & { readonly kind: 'refunded'; readonly total: number })
  /** open: the payer's bank holds the money until it decides; won: it gave it back; lost: it is gone. */
  | (Reversed & { readonly kind: 'disputed'; readonly outcome: 'open' | 'won' | 'lost'; readonly amount: number })
  | { readonly kind: 'failed'; readonly reference: string; readonly metadata: Demand['metadata'] }
  | { readonly kind: 'method'; readonly customer: string; readonly method: PaymentMethod }
  | { readonly kind: 'method-gone'; readonly reference: string }
);

/** The embedded provider: an invoice, whose payment an operator records. */
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
