import type { InstallerState } from '@berth/contract/bridge/installer';
import { useTexts } from '@berth/web/i18n/store.ts';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { Bridge } from '../../bridge/bridge.ts';
import { ErrorText } from '../../parts/field.tsx';
import stepStyles from '../step.module.css';
import { StepLayout } from '../step.tsx';
import styles from './installer.module.css';

interface OutcomeProps {
  readonly bridge: Bridge;
  readonly installer: NonNullable<InstallerState>;
  readonly onAgain: () => void;
  readonly onTry: () => void;
}

/** What becomes of an installation that has begun. */
export function Outcome({ bridge, installer, onAgain, onTry }: OutcomeProps) {
  const { t, percent: share } = useTexts();
  const { source, phase, percent, unchanged, failure } = installer;
  if (phase === 'failed') {
    return (
      <StepLayout
        title={t('wizard.install.failed.title')}
        aside={{ label: t('wizard.install.try'), run: onTry }}
        next={{ label: t('common.retry'), run: onAgain }}
      >
        <ErrorText>
          {t(unchanged ? 'wizard.install.failed.unchanged' : 'wizard.install.failed.text')}
          <p className={styles.reason}>{failure}</p>
        </ErrorText>
      </StepLayout>
    );
  }
  if (phase === 'done') return <Done bridge={bridge} installer={installer} />;
  const doing = t(`wizard.install.progress.${percent < 100 ? 'copy' : 'check'}`, { percent: share(percent / 100) });
  return (
    <StepLayout title={t('wizard.install.progress.title')} text={t(`wizard.install.progress.text.${source}`)}>
      <div className={styles.progress}>
        <progress className={styles.bar} value={percent} max={100} aria-label={t('wizard.install.progress.title')} />
        <p role="status">{doing}</p>
      </div>
    </StepLayout>
  );
}

// The stick stays until the screen is dark: this page, too, runs from it.
function Done({ bridge, installer }: Pick<OutcomeProps, 'bridge' | 'installer'>) {
  const { t } = useTexts();
  const { source, unattended, kept } = installer;
  const [restarting, setRestarting] = useState(false);
  const restart = async () => {
    setRestarting(true);
    await bridge.call('reboot', {}).catch(() => setRestarting(false));
  };
  return (
    <StepLayout
      title={t('wizard.install.done.title')}
      text={t(`wizard.install.done.${unattended ? 'off' : 'text'}.${source}`)}
      next={
        unattended
          ? undefined
          : { label: t('wizard.install.done.restart'), disabled: restarting, run: () => void restart() }
      }
    >
      {kept && <p>{t('wizard.install.done.kept')}</p>}
      <IconCircleCheck className={stepStyles.success} size={96} stroke={1.25} aria-hidden />
    </StepLayout>
  );
}
