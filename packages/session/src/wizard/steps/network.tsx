import type { OnlineStatus } from '@berth/contract/bridge/methods';
import { useTexts } from '@berth/web/i18n/store.ts';
import { useState } from 'react';
import { NetworkPanel } from '../../network/network-panel.tsx';
import { ErrorText } from '../../parts/field.tsx';
import { HealthIcon } from '../../parts/health-icon.tsx';
import { useSession, useSessionState } from '../../state/session.ts';
import styles from '../step.module.css';
import { StepLayout } from '../step.tsx';
import type { StepProps } from '../wizard.tsx';

const ROWS = ['network', 'dns', 'internet', 'cloud'] as const;

/** Shows which connections work, and how to fix the first that does not. */
export function Network({ next, back }: StepProps) {
  const { t } = useTexts();
  const { bridge, state } = useSession();
  const online = useSessionState((current) => current.online);
  const [checking, setChecking] = useState(false);
  const broken = ROWS.find((row) => online[row] === 'error');

  async function check(): Promise<void> {
    if (!bridge) return;
    setChecking(true);
    try {
      state.set({ online: await bridge.call('get_online_status', {}) });
    } catch {
      // The agent pushes the status once it changes.
    } finally {
      setChecking(false);
    }
  }

  return (
    <StepLayout
      title={t('wizard.network.title')}
      text={t('wizard.network.text')}
      onBack={() => back()}
      aside={{ label: t(checking ? 'common.wait' : 'wizard.network.check'), run: () => void check() }}
      next={{ label: t('common.next'), disabled: online.cloud !== 'ok', run: () => next() }}
    >
      <ul className={styles.rows}>
        {ROWS.map((row) => (
          <Row key={row} row={row} health={online[row]} />
        ))}
      </ul>
      <NetworkPanel />
      {broken && <ErrorText>{t(`wizard.network.${broken}`)}</ErrorText>}
    </StepLayout>
  );
}

function Row({ row, health }: { row: keyof OnlineStatus; health: OnlineStatus['network'] }) {
  const { t } = useTexts();
  const known = health === 'ok' || health === 'error' ? health : 'unknown';
  return (
    <li className={styles.row}>
      <HealthIcon health={known} size={24} />
      <span className={styles.name}>{t(`session.network.${row}`)}</span>
      <span className={styles.health}>{t(`session.health.${known}`)}</span>
    </li>
  );
}
