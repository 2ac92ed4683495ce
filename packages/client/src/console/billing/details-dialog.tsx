import { type BillingAccount, type BillingDetails, changeBilling, createBilling } from '@berth/contract/api/billing';
import type { OrganizationId } from '@berth/contract/ids';
import { EMAIL } from '@berth/contract/rules/text';
import { NativeSelect, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { currentPerson } from '../../data/auth/person.ts';
import { call } from '../../data/call.ts';
import { refusalOf } from '../../data/describe-error.ts';
import { useTexts } from '../../i18n/store.ts';
import { FormDialog } from '../../ui/mantine/form-dialog.tsx';
import { openDialog } from '../dialogs/stack.tsx';
import { countries } from './countries.ts';
import { faultsOf, isVatFault, type Refused, refusedFaults, type Values } from './details-faults.ts';
import { refreshBilling } from './queries.ts';

const FIELDS = ['company', 'email', 'street', 'postcode', 'city'] as const;
const AUTO_COMPLETE = {
  company: 'organization',
  email: 'email',
  street: 'street-address',
  postcode: 'postal-code',
  city: 'address-level2',
} as const;

/** As the contract bounds them. */
const MAX_LENGTH = { company: 128, email: EMAIL.maxLength, street: 128, postcode: 16, city: 128 } as const;

interface DetailsDialogProps {
  readonly start: Values;
  /** Resolves with the error of the call where it was refused. */
  readonly send: (details: BillingDetails) => Promise<unknown>;
  readonly isNew: boolean;
  readonly close: () => void;
}

function DetailsDialog({ start, send, isNew, close }: DetailsDialogProps): ReactNode {
  const texts = useTexts();
  const { t, language } = texts;
  const [values, setValues] = useState(start);
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Refused>();
  const [busy, setBusy] = useState(false);
  const faults = tried ? { ...refusedFaults(refused, values), ...faultsOf(values) } : {};
  const field = (name: keyof Values) => ({
    label: t(`billing.${name}`),
    value: values[name],
    error: faults[name] && t(`billing.fault.${faults[name]}`),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setValues((before) => ({ ...before, [name]: value })),
  });
  const submit = async (): Promise<void> => {
    setTried(true);
    if (Object.keys(faultsOf(values)).length > 0) return;
    setBusy(true);
    setRefused(undefined);
    const vatId = values.vatId.trim();
    const error = await send({ ...values, vatId: vatId === '' ? null : vatId });
    setBusy(false);
    if (error === undefined) close();
    else setRefused({ values, error });
  };
  return (
    <FormDialog
      title={t(isNew ? 'billing.account.create' : 'billing.account.change')}
      submit={t(isNew ? 'common.create' : 'common.save')}
      cancel={t('common.cancel')}
      busy={busy}
      problem={refused && !isVatFault(refused.error) ? refusalOf(refused.error)?.(texts) : undefined}
      onSubmit={submit}
      onClose={close}
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

/** Asks who gets the invoices: makes the account, or changes it. */
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
  const send = async (body: BillingDetails) => {
    try {
      await call(isNew ? createBilling : changeBilling, { params: { id: orgId }, body });
      return undefined;
    } catch (error) {
      return error;
    }
  };
  await openDialog<void>((close) => <DetailsDialog start={start} send={send} isNew={isNew} close={() => close()} />);
  await refreshBilling();
}
