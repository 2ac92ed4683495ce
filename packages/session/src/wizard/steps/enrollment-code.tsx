import { useTexts } from '@berth/web/i18n/store.ts';
import { useState } from 'react';
import { Field } from '../../parts/field.tsx';
import { StepLayout } from '../step.tsx';

interface EnrollmentCodeProps {
  readonly onBack: () => void;
  readonly onCode: (code: string) => void;
}

/** As in the contract (bridge method enroll). */
const LENGTH = { min: 8, max: 64 };

/** Registers the machine with an enrollment code, without a login. */
export function EnrollmentCode({ onBack, onCode }: EnrollmentCodeProps) {
  const { t } = useTexts();
  const [code, setCode] = useState('');
  const typed = code.trim();
  return (
    <StepLayout
      title={t('wizard.code.title')}
      text={t('wizard.code.text')}
      onBack={onBack}
      next={{ label: t('wizard.code.register'), disabled: typed.length < LENGTH.min, run: () => onCode(typed) }}
    >
      <Field
        label={t('wizard.code.label')}
        value={code}
        maxLength={LENGTH.max}
        onChange={setCode}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
    </StepLayout>
  );
}
