import { type BillingAccount, type BillingDetails, changeBilling, createBilling } from '@berth/contract/api/billing';
import type { OrganizationId } from '@berth/contract/ids';
import { EMAIL } from '@berth/contract/rules/text';
import { currentPerson } from '@berth/web/data/auth/person.ts';
import { call } from '@berth/web/data/call.ts';
import { errorWords } from '@berth/web/data/describe-error.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { openDialog } from '../dialogs/stack.tsx';
import { useDialogForm } from '../dialogs/use-dialog-form.ts';
import { countries, faultsOf, isVatFault, type Values } from './details.ts';
import { refreshBilling } from './queries.ts';

const FIELDS = ['company', 'email', 'street', 'postcode', 'city'] as const;
const AUTO_COMPLETE = {
  company: 'organization',
  email: 'email',
  street: 'street-address',
  postcode: 'postal-code',
  city: 'address-level2',
} as const;

/** As limited by the contract. */
const MAX_LENGTH = { company: 128, email: EMAIL.maxLength, street: 128, postcode: 16, city: 128 } as const;

interface DetailsDialogProps {
  readonly start: Values;
  readonly send: (details: BillingDetails) => Promise<unknown>;
  /** Whose new account it is; undefined: it exists. */
  readonly newFor: OrganizationId | undefined;
  readonly close: () => void;
}

function DetailsDialog({ start, send, newFor, close }: DetailsDialogProps): ReactNode {
  const isNew = newFor !== undefined;
  const { t, language } = useTexts();
  const form = useDialogForm({
    start,
    place: newFor && `billing ${newFor}`,
    check: (values) => faultsOf(values, t),
    send: (values) => {
      const vatId = values.vatId.trim();
      return send({ ...values, vatId: vatId === '' ? null : vatId });
    },
    // An invalid checksum, or a number of another country.
    words: (error) => (isVatFault(error) ? (texts) => texts.t('billing.fault.vatId.refused') : errorWords(error)),
    refusedAt: (error) => (isVatFault(error) ? ['vatId', 'country'] : []),
    close,
  });
  const field = (name: keyof Values) => ({ label: t(`billing.${name}`), ...form.text(name) });
  return (
    <FormDialog
      form={form}
      title={t(isNew ? 'billing.account.create' : 'billing.account.change')}
      submit={t(isNew ? 'common.create' : 'common.save')}
    >
      {isNew && <p>{t('billing.account.create.text')}</p>}
      {FIELDS.map((name) => (
        <TextInput key={name} {...field(name)} autoComplete={AUTO_COMPLETE[name]} maxLength={MAX_LENGTH[name]} />
      ))}
      <NativeSelect {...field('country')} data={countries(language)} />
      <TextInput {...field('vatId')} description={t('billing.vatId.hint')} autoComplete="off" maxLength={32} />
    </FormDialog>
  );
}

/** Asks who gets the invoices, and creates or changes the billing account. */
export async function editDetails(orgId: OrganizationId, account: BillingAccount): Promise<void> {
  const isNew = account.state === 'none';
  const known = account.details;
  const start: Values = {
    company: known?.company ?? '',
    email: known?.email ?? currentPerson()?.email ?? '',
    street: known?.street ?? '',
    postcode: known?.postcode ?? '',
    city: known?.city ?? '',
    country: known?.country ?? 'DE',
    vatId: known?.vatId ?? '',
  };
  const send = (body: BillingDetails) => call(isNew ? createBilling : changeBilling, { params: { id: orgId }, body });
  const newFor = isNew ? orgId : undefined;
  await openDialog<void>((close) => <DetailsDialog start={start} send={send} newFor={newFor} close={() => close()} />);
  await refreshBilling();
}
