import type { PaymentProvider } from './payment.ts';

/** The embedded way to pay: an invoice, and whoever keeps the books says when its money came. */
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
