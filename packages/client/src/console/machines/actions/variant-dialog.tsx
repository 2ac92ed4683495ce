import { changeDeployment, readMachine } from '@berth/contract/api/machines';
import { type Deployment, isLicensed, OPEN_DEPLOYMENTS } from '@berth/contract/limits';
import { PRODUCT_CODE } from '@berth/contract/rules/text';
import { NativeSelect, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { call } from '../../../data/call.ts';
import { refusalOf } from '../../../data/describe-error.ts';
import { useTexts } from '../../../i18n/store.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { FormDialog } from '../../../ui/mantine/form-dialog.tsx';
import { openDialog } from '../../dialogs/stack.tsx';
import { toast } from '../../parts/toast.ts';
import { run, type Target } from './work.ts';

/** What stands in the list for every variant that a product ID decides. */
const LICENSED = 'licensed';

interface VariantDialogProps {
  readonly target: Target;
  readonly before: Deployment;
  readonly close: () => void;
}

function VariantDialog({ target, before, close }: VariantDialogProps): ReactNode {
  const { t } = useTexts();
  const [choice, setChoice] = useState<string>(isLicensed(before) ? LICENSED : before);
  const [productId, setProductId] = useState('');
  const [problem, setProblem] = useWords();
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    const open = OPEN_DEPLOYMENTS.find((each) => each === choice);
    const typed = productId.trim();
    setBusy(true);
    try {
      const body = open ? { deployment: open } : typed === '' ? {} : { productId: typed };
      const { deployment } = await call(changeDeployment, { params: { id: target.id }, body });
      close();
      toast(({ t }) =>
        t('machines.variant.done', { name: target.name, variant: t(`console.deployment.${deployment}`) }),
      );
    } catch (error) {
      setProblem(refusalOf(error));
    }
    setBusy(false);
  };
  return (
    <FormDialog
      title={t('machines.variant.title', { name: target.name })}
      submit={t('machines.variant')}
      cancel={t('common.cancel')}
      busy={busy}
      problem={problem}
      onSubmit={submit}
      onClose={close}
    >
      <NativeSelect
        data-autofocus
        label={t('machines.variant.choice')}
        value={choice}
        onChange={(event) => setChoice(event.currentTarget.value)}
        data={[
          ...OPEN_DEPLOYMENTS.map((each) => ({ value: each, label: t(`console.deployment.${each}`) })),
          { value: LICENSED, label: t('machines.variant.licensed') },
        ]}
      />
      {choice === LICENSED && (
        <TextInput
          label={t('machines.variant.productId')}
          description={t('machines.variant.productId.hint')}
          value={productId}
          onChange={(event) => setProductId(event.currentTarget.value)}
          maxLength={PRODUCT_CODE.maxLength}
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </FormDialog>
  );
}

/** Offers the variants that members choose, and a place for the product ID of the others. */
export async function changeVariant(target: Target): Promise<void> {
  await run(target, async () => {
    const { deployment } = await call(readMachine, { params: { id: target.id } });
    await openDialog<void>((close) => <VariantDialog target={target} before={deployment} close={close} />);
  });
}
