import { useTexts } from '@berth/web/i18n/store.ts';
import { Panel } from '../home/panel.tsx';
import { Button } from '../parts/button.tsx';
import { useSession, useSessionState } from '../state/session.ts';
import styles from './live-view.module.css';

/** What the console may view of this screen, who views it, and a button to forbid it. */
export default function LiveViewPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  const { bridge } = useSession();
  const state = useSessionState(({ liveView }) => liveView);
  if (!state) return null;
  const { allowed, watched } = state;
  const now = watched ? 'screens.live.now' : 'screens.live.nobody';
  return (
    <Panel label={t('screens.live')} side="end" onClose={onClose}>
      <h2 className={styles.heading}>{t('screens.live')}</h2>
      <p className={styles.text}>{t('screens.live.text')}</p>
      <p className={styles.text} role="status">
        {t(allowed ? now : 'screens.live.forbidden')}
      </p>
      <Button onClick={() => void bridge?.call('allow_live_view', { allowed: !allowed }).catch(() => {})}>
        {t(allowed ? 'screens.live.forbid' : 'screens.live.allow')}
      </Button>
    </Panel>
  );
}
