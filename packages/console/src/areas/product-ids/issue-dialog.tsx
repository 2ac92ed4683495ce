import { issueProductIds, PRODUCT_IDS_ISSUED_MAX, PRODUCT_NOTE_MAX } from '@berth/contract/api/product-ids';
import { LICENSED_DEPLOYMENTS, type LicensedDeployment } from '@berth/contract/limits';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { showSecret } from '../dialogs/secret.tsx';
import { openDialog } from '../dialogs/stack.tsx';
import { isWithin, useDialogForm } from '../dialogs/use-dialog-form.ts';

interface IssueValues {
  readonly deployment: LicensedDeployment;
  readonly count: string;
  readonly note: string;
}

const START: IssueValues = { deployment: LICENSED_DEPLOYMENTS[0], count: '1', note: '' };

function IssueDialog({ close }: { readonly close: (issued: readonly string[] | undefined) => void }): ReactNode {
  const { t } = useTexts();
  const max = PRODUCT_IDS_ISSUED_MAX;
  const form = useDialogForm({
    start: START,
    check: ({ count }) => ({
      count: isWithin(count, max) ? undefined : t('products.count.range', { max }),
    }),
    send: async ({ deployment, count, note }) => {
      const body = { deployment, count: Number(count), note: note.trim() };
      return (await call(issueProductIds, { body })).map(({ productId }) => productId);
    },
    close,
  });
  return (
    <FormDialog form={form} title={t('products.issue')} submit={t('products.issue')}>
      <NativeSelect
        data-autofocus
        label={t('products.variant')}
        {...form.choice('deployment', LICENSED_DEPLOYMENTS)}
        data={LICENSED_DEPLOYMENTS.map((each) => ({ value: each, label: t(`console.deployment.${each}`) }))}
      />
      <TextInput label={t('products.count')} inputMode="numeric" {...form.text('count')} />
      <TextInput
        label={t('products.note')}
        description={t('products.note.hint')}
        maxLength={PRODUCT_NOTE_MAX}
        {...form.text('note')}
      />
    </FormDialog>
  );
}

/** Issues product IDs and shows them, once. */
export async function issue(): Promise<void> {
  const issued = await openDialog<readonly string[] | undefined>((close) => <IssueDialog close={close} />);
  if (!issued) return;
  const secret = issued.join('\n');
  await showSecret(({ t }) => {
    const label = t('products.shown.label');
    return {
      title: t('products.shown.title'),
      text: t('products.shown.text'),
      label,
      secret,
      content: <Textarea label={label} value={secret} rows={Math.min(issued.length, 12)} readOnly />,
    };
  });
}
