import type { AccessibilityState } from '@berth/contract/bridge/settings';
import { useTexts } from '@berth/web/i18n/store.ts';
import { IconCheck } from '@tabler/icons-react';
import { useSession, useSessionState } from '../state/session.ts';
import styles from './accessibility-panel.module.css';

const CHOICES = [
  'largeText',
  'highContrast',
  'stickyKeys',
  'slowRepeat',
  'screenReader',
] as const satisfies readonly (keyof AccessibilityState)[];

/** Switches for the visual and keyboard aids. */
export function AccessibilityChoices() {
  const { t } = useTexts();
  const { bridge } = useSession();
  const state = useSessionState(({ accessibility }) => accessibility);
  if (!bridge || !state) return null;
  return (
    <div className={styles.choices}>
      {CHOICES.filter((choice) => choice !== 'screenReader' || state.hasScreenReader).map((choice) => (
        <button
          key={choice}
          type="button"
          role="switch"
          aria-checked={state[choice]}
          className={styles.choice}
          onClick={() => void bridge.call('change_accessibility', { [choice]: !state[choice] }).catch(() => {})}
        >
          <span className={styles.words}>
            {t(`screens.accessibility.${choice}`)}
            <span className={styles.hint}>{t(`screens.accessibility.${choice}.hint`)}</span>
          </span>
          <span className={styles.state} aria-hidden>
            {state[choice] && <IconCheck size={20} />}
            {t(state[choice] ? 'screens.accessibility.on' : 'screens.accessibility.off')}
          </span>
        </button>
      ))}
      <p className={styles.note}>{t('screens.accessibility.note')}</p>
    </div>
  );
}
