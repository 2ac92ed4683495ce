import { LOCALES } from '@berth/web/i18n/locales.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { IconDeviceMobile, IconKey, IconLogin2 } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { ErrorText, Field } from '../../parts/field.tsx';
import { LatinHint } from '../../peripherals/keyboard-panel.tsx';
import { beginAttempt } from '../../sign-in/attempt.ts';
import { loadProvider } from '../../sign-in/provider.ts';
import { useSession, useSessionState } from '../../state/session.ts';
import { connectApi, NoServerError } from '../api.ts';
import styles from '../step.module.css';
import { StepLayout } from '../step.tsx';
import type { StepProps } from '../wizard.tsx';
import { PhoneSignIn } from './phone-sign-in.tsx';

/** As in the contract (bridge method enroll). */
const CODE_LENGTH = { min: 8, max: 64 };

/** The three ways to register, side by side: login here or with a phone, or an enrollment code without a login. */
export function SignIn({ next, back }: StepProps) {
  const { t, language } = useTexts();
  const { bridge } = useSession();
  const keyboard = useSessionState((state) => state.keyboard?.layout);
  const [leaving, setLeaving] = useState(false);
  const [failure, setFailure] = useState<'wizard.signIn.noServer' | 'wizard.signIn.unreachable'>();
  const [code, setCode] = useState('');
  const typed = code.trim();

  async function signIn(): Promise<void> {
    if (!bridge) return;
    setLeaving(true);
    setFailure(undefined);
    try {
      await connectApi(bridge);
      const address = await beginAttempt(await loadProvider(), location.origin, LOCALES[language].bcp47);
      await bridge.call('leave_page', {});
      location.assign(address);
    } catch (error) {
      setFailure(error instanceof NoServerError ? 'wizard.signIn.noServer' : 'wizard.signIn.unreachable');
      setLeaving(false);
    }
  }

  return (
    <StepLayout
      title={t('wizard.signIn.title')}
      text={t('wizard.signIn.text')}
      onBack={() => back()}
      // Enter in the code field.
      submit={() => typed.length >= CODE_LENGTH.min && next({ code: typed })}
    >
      {failure && <ErrorText>{t(failure)}</ErrorText>}
      <LatinHint layout={keyboard} />
      <div className={styles.ways}>
        <Way icon={IconLogin2} title={t('wizard.signIn.here.title')} text={t('wizard.signIn.here.text')}>
          <Button kind="primary" data-autofocus disabled={leaving} onClick={() => void signIn()}>
            {t(leaving ? 'common.wait' : 'wizard.signIn.here')}
          </Button>
        </Way>
        <Way icon={IconDeviceMobile} shows title={t('wizard.phone.title')} text={t('wizard.phone.text')}>
          <PhoneSignIn onDone={() => next()} />
        </Way>
        <Way icon={IconKey} title={t('wizard.code.title')} text={t('wizard.code.text')}>
          <Field
            label={t('wizard.code.label')}
            value={code}
            maxLength={CODE_LENGTH.max}
            onChange={setCode}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <Button type="submit" disabled={typed.length < CODE_LENGTH.min}>
            {t('wizard.code.register')}
          </Button>
        </Way>
      </div>
    </StepLayout>
  );
}

interface WayProps {
  readonly icon: typeof IconKey;
  /** Whether it shows an image of its own. */
  readonly shows?: boolean;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

function Way({ icon: Icon, shows = false, title, text, children }: WayProps) {
  return (
    <section className={styles.way}>
      <h2 className={styles.wayTitle}>
        {shows && <Icon aria-hidden />}
        {title}
      </h2>
      <p className={styles.wayText}>{text}</p>
      {!shows && (
        <div className={styles.wayPicture}>
          <Icon size={96} stroke={1} aria-hidden />
        </div>
      )}
      <div className={styles.wayEnd}>{children}</div>
    </section>
  );
}
