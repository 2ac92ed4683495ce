import { DISPLAY_NAME } from '@berth/contract/rules/text';
import { useState } from 'react';
import { useTexts } from '../../../i18n/store.ts';
import { Field } from '../../parts/field.tsx';
import { useSessionState } from '../../state/session.ts';
import { StepLayout } from '../step.tsx';
import type { StepProps } from '../wizard.tsx';

const RULE = new RegExp(DISPLAY_NAME.pattern, 'u');

/** The machine's name is optional: it has one of its own already. */
export function DeviceName({ wizard, update }: StepProps) {
  const { t } = useTexts();
  const given = useSessionState(({ config }) => config?.machine_name ?? '');
  const [name, setName] = useState(wizard.name);
  const trimmed = name.trim();
  const valid = trimmed === '' || RULE.test(trimmed);
  return (
    <StepLayout
      title={t('wizard.name.title')}
      text={t('wizard.name.text')}
      onBack={() => update({ step: 'network', name: trimmed })}
      next={{
        label: t(trimmed === '' ? 'wizard.name.skip' : 'common.next'),
        disabled: !valid,
        run: () => update({ step: 'sign-in', name: trimmed }),
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
    </StepLayout>
  );
}
