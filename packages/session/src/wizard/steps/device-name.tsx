import { DISPLAY_NAME, PRODUCT_CODE } from '@berth/contract/rules/text';
import { useTexts } from '@berth/web/i18n/store.ts';
import { useState } from 'react';
import { Field } from '../../parts/field.tsx';
import { useSessionState } from '../../state/session.ts';
import { StepLayout } from '../step.tsx';
import type { StepProps } from '../wizard.tsx';

const RULE = new RegExp(DISPLAY_NAME.pattern, 'u');

/**
 * The machine's name is optional, because it has one already. So is the product ID, because only smart machines have
 * one.
 */
export function DeviceName({ wizard, next, back }: StepProps) {
  const { t } = useTexts();
  const given = useSessionState(({ config }) => config?.machine_name ?? '');
  const [name, setName] = useState(wizard.name);
  const [productId, setProductId] = useState(wizard.productId);
  const trimmed = name.trim();
  const valid = trimmed === '' || RULE.test(trimmed);
  const product = productId.trim();
  const isProduct = product === '' || product.length >= PRODUCT_CODE.minLength;
  const entered = { name: trimmed, productId: product };
  return (
    <StepLayout
      title={t('wizard.name.title')}
      text={t('wizard.name.text')}
      onBack={() => back(entered)}
      next={{
        label: t(trimmed === '' && product === '' ? 'wizard.name.skip' : 'common.next'),
        disabled: !valid || !isProduct,
        run: () => next(entered),
      }}
    >
      <Field
        label={t('wizard.name.label')}
        hint={t('wizard.name.hint')}
        error={valid ? undefined : t('errors.code.invalid-input')}
        value={name}
        placeholder={given}
        maxLength={DISPLAY_NAME.maxLength}
        onChange={setName}
        autoComplete="off"
      />
      <Field
        label={t('wizard.product.label')}
        hint={t('wizard.product.hint')}
        value={productId}
        maxLength={PRODUCT_CODE.maxLength}
        onChange={setProductId}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
    </StepLayout>
  );
}
