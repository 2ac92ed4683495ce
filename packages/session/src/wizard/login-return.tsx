import { answerOfProvider } from '@berth/web/data/auth/fragment.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { Texts } from '@berth/web/i18n/texts.ts';
import { useEffect, useState } from 'react';
import type { Bridge } from '../bridge/bridge.ts';
import { navigate } from '../navigation.ts';
import { Message } from '../parts/message.tsx';
import { FIRST_BOOT_PATH } from '../paths.ts';
import { takeAttempt } from '../sign-in/attempt.ts';
import { codeOf, exchangeCode, loadProvider, SignInError } from '../sign-in/provider.ts';
import { useSession } from '../state/session.ts';
import { connectApi, NoServerError } from './api.ts';
import styles from './wizard.module.css';
import { loadWizard, nextStep, saveWizard, type WizardState } from './wizard-state.ts';

/** The return from the provider's pages: exchanges the code for a token, and continues the wizard. */
export default function LoginReturn() {
  const { t } = useTexts();
  const { bridge } = useSession();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    if (!bridge) return;
    finish(bridge).then(
      () => navigate(FIRST_BOOT_PATH, 'replace'),
      (error: unknown) => setFailure(error ?? 'unknown'),
    );
  }, [bridge]);
  return (
    <div className={styles.screen}>
      {failure === undefined ? (
        <p className="visually-hidden" role="status">
          {t('common.wait')}
        </p>
      ) : (
        <Message
          tone="bad"
          title={t('wizard.signIn.failed')}
          action={{ label: t('common.retry'), run: () => navigate(FIRST_BOOT_PATH, 'replace') }}
        >
          {reasonOf(failure, t)}
        </Message>
      )}
    </div>
  );
}

/** What the provider says, or what its user can do; what this page finds wrong means nothing to them. */
function reasonOf(failure: unknown, t: Texts['t']): string | undefined {
  if (failure instanceof SignInError) return failure.byProvider ? failure.message : undefined;
  return t(failure instanceof NoServerError ? 'wizard.signIn.noServer' : 'wizard.signIn.unreachable');
}

/** Shared by a double start of the same page: the response and the login exist only once. */
let finishing: Promise<void> | undefined;

function finish(bridge: Bridge): Promise<void> {
  finishing ??= exchange(bridge).finally(() => {
    finishing = undefined;
  });
  return finishing;
}

async function exchange(bridge: Bridge): Promise<void> {
  const attempt = takeAttempt();
  const code = codeOf(answerOfProvider(), attempt);
  await connectApi(bridge);
  const provider = await loadProvider();
  if (attempt) await exchangeCode(provider, attempt, code);
  const state: WizardState = { ...(await loadWizard(bridge, true)), step: 'sign-in' };
  await saveWizard(bridge, { ...state, step: nextStep(state) });
}
