import { useTexts } from '@berth/web/i18n/store.ts';
import { useState } from 'react';
import { Field } from '../../parts/field.tsx';
import { StepLayout } from '../step.tsx';

interface EnrollmentCodeProps {
  readonly onBack: () => void;
  readonly onCode: (code: string) => void;
}

/** As the contract has it (bridge method enroll). */
const LENGTH = { min: 8, max: 64 };

/** A code from the console registers the machine without anybody's login. */
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
