import type { InstallerState } from '@berth/contract/bridge/installer';
import { useTexts } from '@berth/web/i18n/store.ts';
import { IconDeviceDesktopDown, IconDeviceUsb } from '@tabler/icons-react';
import { ErrorText } from '../../parts/field.tsx';
import { StepLayout } from '../step.tsx';
import styles from './installer.module.css';

interface InstallOrTryProps {
  readonly refusal: NonNullable<InstallerState>['refusal'];
  readonly onInstall: () => void;
  readonly onTry: () => void;
  readonly onBack: () => void;
}

/** Two equal choices; Enter installs, which is what a stick is for. */
export function InstallOrTry({ refusal, onInstall, onTry, onBack }: InstallOrTryProps) {
  const { t } = useTexts();
  const choices = [
    { id: 'install', Icon: IconDeviceDesktopDown, run: onInstall },
    { id: 'try', Icon: IconDeviceUsb, run: onTry },
  ] as const;
  return (
    <StepLayout title={t('wizard.install.title')} text={t('wizard.install.text')} onBack={onBack}>
      {refusal && <ErrorText>{t(`wizard.install.refusal.${refusal}`)}</ErrorText>}
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
            <span className={styles.choiceText}>{t(`wizard.install.${id}.text`)}</span>
          </button>
        ))}
      </div>
    </StepLayout>
  );
}
