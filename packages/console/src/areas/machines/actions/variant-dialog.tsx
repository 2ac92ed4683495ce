import { changeDeployment, readMachine } from '@berth/contract/api/machines';
import { type Deployment, isLicensed, OPEN_DEPLOYMENTS } from '@berth/contract/limits';
import { PRODUCT_CODE } from '@berth/contract/rules/text';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormDialog } from '../../dialogs/form-dialog.tsx';
import { openDialog } from '../../dialogs/stack.tsx';
import { useDialogForm } from '../../dialogs/use-dialog-form.ts';
import { offerUndo } from '../../parts/undo.ts';
import { run, type Target } from './work.ts';

/** The list's entry for all variants that require a product ID. */
const LICENSED = 'licensed';

interface VariantDialogProps {
  readonly target: Target;
  readonly before: Deployment;
  readonly close: (changed: Deployment | undefined) => void;
}

function VariantDialog({ target, before, close }: VariantDialogProps): ReactNode {
  const { t } = useTexts();
  const form = useDialogForm({
    start: { choice: isLicensed(before) ? LICENSED : before, productId: '' },
    send: async ({ choice, productId }) => {
      const open = OPEN_DEPLOYMENTS.find((each) => each === choice);
      const typed = productId.trim();
      const body = open ? { deployment: open } : typed === '' ? {} : { productId: typed };
      return (await call(changeDeployment, { params: { id: target.id }, body })).deployment;
    },
    close,
  });
  return (
    <FormDialog form={form} title={t('machines.variant.title', { name: target.name })} submit={t('machines.variant')}>
      <NativeSelect
        data-autofocus
        label={t('machines.variant.choice')}
        {...form.text('choice')}
        data={[
          ...OPEN_DEPLOYMENTS.map((each) => ({ value: each, label: t(`console.deployment.${each}`) })),
          { value: LICENSED, label: t('machines.variant.licensed') },
        ]}
      />
      {form.values.choice === LICENSED && (
        <TextInput
          label={t('machines.variant.productId')}
          description={t('machines.variant.productId.hint')}
          {...form.text('productId')}
          maxLength={PRODUCT_CODE.maxLength}
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </FormDialog>
  );
}

/** Offers the selectable variants, and a field for the product ID of the others. */
export async function changeVariant(target: Target): Promise<void> {
  await run(target, async () => {
    const { deployment } = await call(readMachine, { params: { id: target.id } });
    const changed = await openDialog<Deployment | undefined>((close) => (
      <VariantDialog target={target} before={deployment} close={close} />
    ));
    if (!changed) return;
    offerUndo(
      ({ t }) => t('machines.variant.done', { name: target.name, variant: t(`console.deployment.${changed}`) }),
      { action: changeDeployment.id, targetId: target.id, before: { deployment }, after: { deployment: changed } },
    );
  });
}
