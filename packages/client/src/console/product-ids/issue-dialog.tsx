import { issueProductIds, PRODUCT_IDS_ISSUED_MAX, PRODUCT_NOTE_MAX } from '@berth/contract/api/product-ids';
import { LICENSED_DEPLOYMENTS, type LicensedDeployment } from '@berth/contract/limits';
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { call } from '../../data/call.ts';
import { refusalOf } from '../../data/describe-error.ts';
import { useTexts } from '../../i18n/store.ts';
import { useWords } from '../../i18n/use-words.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/mantine/form-dialog.tsx';
import { openDialog } from '../dialogs/stack.tsx';

function IssueDialog({ close }: { readonly close: (issued: readonly string[] | undefined) => void }): ReactNode {
  const { t } = useTexts();
  const [deployment, setDeployment] = useState<LicensedDeployment>(LICENSED_DEPLOYMENTS[0]);
  const [number, setNumber] = useState('1');
  const [note, setNote] = useState('');
  const [problem, setProblem] = useWords();
  const [busy, setBusy] = useState(false);
  const count = /^\d{1,4}$/.test(number.trim()) ? Number(number) : 0;
  const isCount = count >= 1 && count <= PRODUCT_IDS_ISSUED_MAX;
  const submit = async () => {
    if (!isCount) return;
    setBusy(true);
    try {
      const issued = await call(issueProductIds, { body: { deployment, count, note: note.trim() } });
      close(issued.map(({ productId }) => productId));
    } catch (error) {
      setProblem(refusalOf(error));
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={t('products.issue')}
      submit={t('products.issue')}
      cancel={t('common.cancel')}
      busy={busy}
      problem={problem}
      onSubmit={submit}
      onClose={() => close(undefined)}
    >
      <NativeSelect
        data-autofocus
        label={t('products.variant')}
        value={deployment}
        onChange={(event) =>
          setDeployment(LICENSED_DEPLOYMENTS.find((each) => each === event.currentTarget.value) ?? deployment)
        }
        data={LICENSED_DEPLOYMENTS.map((each) => ({ value: each, label: t(`console.deployment.${each}`) }))}
      />
      <TextInput
        label={t('products.count')}
        inputMode="numeric"
        value={number}
        onChange={(event) => setNumber(event.currentTarget.value)}
        error={isCount ? undefined : t('products.count.range', { max: PRODUCT_IDS_ISSUED_MAX })}
      />
      <TextInput
        label={t('products.note')}
        description={t('products.note.hint')}
        value={note}
        maxLength={PRODUCT_NOTE_MAX}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

function IssuedDialog({
  issued,
  close,
}: {
  readonly issued: readonly string[];
  readonly close: () => void;
}): ReactNode {
  const { t } = useTexts();
  const [copied, setCopied] = useState(false);
  const text = issued.join('\n');
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    // No way out by Esc: they are shown this once.
    <Dialog
      title={t('products.shown.title')}
      actions={
        <>
          <Button variant="default" onClick={() => void copy()}>
            {t(copied ? 'common.copied' : 'common.copy')}
          </Button>
          <Button data-autofocus onClick={close}>
            {t('common.kept')}
          </Button>
        </>
      }
    >
      <p>{t('products.shown.text')}</p>
      <Textarea label={t('products.shown.label')} value={text} rows={Math.min(issued.length, 12)} readOnly />
    </Dialog>
  );
}

/** Issues product IDs and shows them, this once. */
export async function issue(): Promise<void> {
  const issued = await openDialog<readonly string[] | undefined>((close) => <IssueDialog close={close} />);
  if (issued) await openDialog<void>((close) => <IssuedDialog issued={issued} close={close} />);
}
