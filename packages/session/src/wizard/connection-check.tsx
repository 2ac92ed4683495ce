import type { OnlineStatus } from '@berth/contract/bridge/methods';
import { useTexts } from '@berth/web/i18n/store.ts';
import { NetworkPanel } from '../network/network-panel.tsx';
import { ErrorText } from '../parts/field.tsx';
import { HealthIcon } from '../parts/health-icon.tsx';
import { useSessionState } from '../state/session.ts';
import styles from './step.module.css';

/** In order of dependency. */
const PARTS = ['network', 'dns', 'internet', 'cloud'] as const;

/** Shows the steps of the connection check with their results, and how to fix the first part that fails. */
export function ConnectionCheck() {
  const { t } = useTexts();
  const online = useSessionState((current) => current.online);
  const broken = PARTS.find((part) => online[part] === 'error');
  const isClockWrong = broken === 'cloud' && online.clock === 'error';
  const now = PARTS.find((part) => known(online[part]) === 'unknown');
  const number = now ? PARTS.indexOf(now) + 1 : PARTS.length;
  return (
    <>
      <p className={styles.text} role="status">
        {now
          ? t('wizard.check.progress', { number, count: PARTS.length })
          : t(broken ? 'wizard.check.broken' : 'wizard.check.fine')}
      </p>
      <div className={styles.check}>
        <ol className={styles.stages}>
          {PARTS.map((part) => {
            const health = known(online[part]);
            const isNow = part === now;
            return (
              <li
                key={part}
                className={`${styles.stage} ${health === 'unknown' ? styles[isNow ? 'now' : 'later'] : ''}`}
                aria-current={isNow ? 'step' : undefined}
              >
                <HealthIcon health={health} size={24} />
                {t(`wizard.check.${part}.${health}`)}
              </li>
            );
          })}
        </ol>
        <NetworkPanel />
      </div>
      {broken && <ErrorText>{t(`wizard.network.${isClockWrong ? 'clock' : broken}`)}</ErrorText>}
    </>
  );
}

/** A newer agent may report more than this page knows. */
function known(health: string): OnlineStatus['network'] {
  return health === 'ok' || health === 'error' ? health : 'unknown';
}
