import { LOCALES } from '@berth/web/i18n/locales.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { ErrorText, Field } from '../../parts/field.tsx';
import { beginAttempt } from '../../sign-in/attempt.ts';
import { loadProvider } from '../../sign-in/provider.ts';
import { useSession } from '../../state/session.ts';
import { connectApi, NoServerError } from '../api.ts';
import styles from '../step.module.css';
import { StepLayout } from '../step.tsx';
import type { StepProps } from '../wizard.tsx';
import { PhoneSignIn } from './phone-sign-in.tsx';

type Mode = 'idle' | 'leaving' | 'phone' | 'code';

/** Login on the provider's own pages, here or on a phone by QR code; or none, with an enrollment code. */
export function SignIn({ next, back }: StepProps) {
  const { t, language } = useTexts();
  const { bridge } = useSession();
  const [mode, setMode] = useState<Mode>('idle');
  const [failure, setFailure] = useState<'wizard.signIn.noServer' | 'wizard.signIn.unreachable'>();

  async function signIn(): Promise<void> {
    if (!bridge) return;
    setMode('leaving');
    setFailure(undefined);
    try {
      await connectApi(bridge);
      const address = await beginAttempt(await loadProvider(), location.origin, LOCALES[language].bcp47);
      await bridge.call('leave_page', {});
      location.assign(address);
    } catch (error) {
      setFailure(error instanceof NoServerError ? 'wizard.signIn.noServer' : 'wizard.signIn.unreachable');
      setMode('idle');
    }
  }

  if (mode === 'phone') {
    return <PhoneSignIn onBack={() => setMode('idle')} onDone={() => next()} />;
  }
  if (mode === 'code') {
    return <EnrollmentCode onBack={() => setMode('idle')} onCode={(code) => next({ code })} />;
  }
  return (
    <StepLayout
      title={t('wizard.signIn.title')}
      text={t('wizard.signIn.text')}
      onBack={() => back()}
      aside={{ label: t('wizard.signIn.phone'), run: () => setMode('phone') }}
      next={{
        label: t(mode === 'leaving' ? 'common.wait' : 'wizard.signIn.here'),
        disabled: mode === 'leaving',
        run: () => void signIn(),
      }}
    >
      {failure && <ErrorText>{t(failure)}</ErrorText>}
      <Button className={styles.providerCode} onClick={() => setMode('code')}>
        {t('wizard.code.open')}
      </Button>
    </StepLayout>
  );
}

interface EnrollmentCodeProps {
  readonly onBack: () => void;
  readonly onCode: (code: string) => void;
}

/** As in the contract (bridge method enroll). */
const LENGTH = { min: 8, max: 64 };

/** Registers the machine with an enrollment code, without a login. */
function EnrollmentCode({ onBack, onCode }: EnrollmentCodeProps) {
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
