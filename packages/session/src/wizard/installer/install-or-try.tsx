import type { InstallerState } from '@berth/contract/bridge/installer';
import { useTexts } from '@berth/web/i18n/store.ts';
import { IconDeviceDesktopDown, IconDeviceUsb, IconNetwork } from '@tabler/icons-react';
import { ErrorText } from '../../parts/field.tsx';
import { StepLayout } from '../step.tsx';
import styles from './installer.module.css';

interface InstallOrTryProps {
  readonly installer: NonNullable<InstallerState>;
  readonly onInstall: () => void;
  readonly onTry: () => void;
  readonly onBack: () => void;
}

/** Two equal choices; Enter installs, which is what a stick or a start over the network is for. */
export function InstallOrTry({ installer, onInstall, onTry, onBack }: InstallOrTryProps) {
  const { t } = useTexts();
  const { source, refusal } = installer;
  const choices = [
    { id: 'install', Icon: IconDeviceDesktopDown, run: onInstall },
    { id: 'try', Icon: source === 'stick' ? IconDeviceUsb : IconNetwork, run: onTry },
  ] as const;
  return (
    <StepLayout title={t('wizard.install.title')} text={t(`wizard.install.text.${source}`)} onBack={onBack}>
      {refusal && (
        <ErrorText>
          {t(`wizard.install.refusal.${refusal === 'no-disk' ? refusal : (`${refusal}.${source}` as const)}`)}
        </ErrorText>
      )}
      <div className={styles.choices}>
        {choices.map(({ id, Icon, run }) => (
          <button
            key={id}
            type="button"
            className={styles.choice}
            data-autofocus={id === 'install' || undefined}
            onClick={run}
          >
            <Icon className={styles.icon} size={72} stroke={1} aria-hidden />
            <span className={styles.choiceTitle}>{t(`wizard.install.${id}`)}</span>
            <span className={styles.choiceText}>{t(`wizard.install.${id}.text.${source}`)}</span>
          </button>
        ))}
      </div>
    </StepLayout>
  );
}
