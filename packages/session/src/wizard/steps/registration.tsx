import type { OrganizationId, ProfileId } from '@berth/contract/ids';
import { clearAccessToken } from '@berth/web/data/access-token.ts';
import { ApiError } from '@berth/web/data/api-error.ts';
import { describeError } from '@berth/web/data/describe-error.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { IconCheck, IconCircleCheck, IconLoader2 } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { BridgeError } from '../../bridge/bridge.ts';
import { navigate } from '../../navigation.ts';
import { ErrorText } from '../../parts/field.tsx';
import { HOME_PATH } from '../../paths.ts';
import { useSession, useSessionState } from '../../state/session.ts';
import { enroll, register, STAGES, type Stage } from '../register.ts';
import styles from '../step.module.css';
import { StepLayout } from '../step.tsx';
import type { StepProps } from '../wizard.tsx';
import { type Entered, saveWizard } from '../wizard-state.ts';

const SHOWN_STAGES = ['connecting', 'connected', 'sending', 'waiting'] as const;

/** Registers the machine with progress; then asks for the reboot (spec chapter 4). */
export function Registration({ wizard, back }: StepProps) {
  const texts = useTexts();
  const { t } = texts;
  const session = useSession();
  const { bridge } = session;
  const [stage, setStage] = useState<Stage>('connecting');
  const [error, setError] = useState<unknown>();
  const [rebooting, setRebooting] = useState(false);
  const { organization, profile, name, code, productId } = wizard;
  const applied = useSessionState((state) => state.profile?.name);
  const home = useSessionState(({ config }) => config?.organization_name);

  useEffect(() => {
    if (error !== undefined || !bridge) return;
    let current = true;
    const onStage = (next: Stage) => current && setStage(next);
    const byPerson = async () => {
      if (!organization || !profile) return;
      const ids = { organizationId: organization.id as OrganizationId, profileId: profile.id as ProfileId };
      await register(session, { ...ids, name, productId }, onStage);
    };
    (code === '' ? byPerson() : enroll(session, { code, name, productId }, onStage)).then(
      () => {
        clearAccessToken();
        void saveWizard(bridge, null);
      },
      (caught: unknown) => current && setError(caught),
    );
    return () => {
      current = false;
    };
  }, [session, bridge, organization, profile, name, code, productId, error]);

  async function reboot(): Promise<void> {
    setRebooting(true);
    // A refused reboot leaves the screen unchanged: the home screen works without one.
    await bridge?.call('reboot', {}).catch(() => setRebooting(false));
  }

  if (error !== undefined) {
    return (
      <StepLayout
        title={t('wizard.registration.title')}
        onBack={() => back({ code: '' }, fieldToChange(error, code))}
        next={{
          label: t('common.retry'),
          run: () => {
            setStage('connecting');
            setError(undefined);
          },
        }}
      >
        <ErrorText>
          <strong>{t(isTimeout(error) ? 'wizard.registration.timeout' : 'wizard.registration.failed')}</strong>
          {error instanceof ApiError && <p>{describeError(error, texts)?.message}</p>}
          {error instanceof BridgeError && (error.code === 'invalid-code' || error.code === 'invalid-product-id') && (
            <p>{t(`errors.code.${error.code}`)}</p>
          )}
        </ErrorText>
      </StepLayout>
    );
  }
  if (stage === 'success') {
    return (
      <StepLayout
        title={t('wizard.done.title')}
        text={t('wizard.done.text', { organization: home ?? '', profile: applied ?? '' })}
        aside={{ label: t('wizard.done.home'), run: () => navigate(HOME_PATH, 'replace') }}
        next={{ label: t('wizard.done.reboot'), disabled: rebooting, run: () => void reboot() }}
      >
        <IconCircleCheck className={styles.success} size={96} stroke={1.25} aria-hidden />
      </StepLayout>
    );
  }
  return (
    <StepLayout title={t('wizard.registration.title')} text={t('wizard.registration.text')}>
      <Progress stage={stage} />
    </StepLayout>
  );
}

function Progress({ stage }: { stage: Stage }) {
  const { t } = useTexts();
  const reached = STAGES.indexOf(stage);
  return (
    <ol className={styles.stages} aria-live="polite">
      {SHOWN_STAGES.map((each, index) => {
        const state =
          index < reached || (each === 'connected' && index === reached) ? 'done' : index === reached ? 'now' : 'later';
        return (
          <li
            key={each}
            className={`${styles.stage} ${styles[state]}`}
            aria-current={state === 'now' ? 'step' : undefined}
          >
            <span className={styles.mark}>
              {state === 'done' && <IconCheck size={20} aria-hidden />}
              {state === 'now' && <IconLoader2 className={styles.turning} size={20} aria-hidden />}
            </span>
            {t(`wizard.stage.${each}`)}
          </li>
        );
      })}
    </ol>
  );
}

/** The field to change: the refused one, or the last choice. */
function fieldToChange(error: unknown, code: string): keyof Entered {
  const refused = error instanceof ApiError || error instanceof BridgeError ? error.code : undefined;
  if (refused === 'invalid-product-id') return 'productId';
  return code === '' ? 'profile' : 'code';
}

function isTimeout(error: unknown): boolean {
  return (
    (error instanceof BridgeError && error.code === 'timeout') ||
    (error instanceof DOMException && error.name === 'TimeoutError')
  );
}
