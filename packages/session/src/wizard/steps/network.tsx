import { useTexts } from '@berth/web/i18n/store.ts';
import { useState } from 'react';
import { useSession, useSessionState } from '../../state/session.ts';
import { ConnectionCheck } from '../connection-check.tsx';
import { StepLayout } from '../step.tsx';
import type { StepProps } from '../wizard.tsx';

/** Shows which connections work, and how to fix the first that does not. */
export function Network({ next, back }: StepProps) {
  const { t } = useTexts();
  const { bridge, state } = useSession();
  const cloud = useSessionState((current) => current.online.cloud);
  const [checking, setChecking] = useState(false);

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
      onBack={() => back()}
      aside={{ label: t(checking ? 'common.wait' : 'wizard.network.check'), run: () => void check() }}
      next={{ label: t('common.next'), disabled: cloud !== 'ok', run: () => next() }}
    >
      <ConnectionCheck />
    </StepLayout>
  );
}
