import type { OpenSession } from '@berth/contract/bridge/methods';
import { IconAlertTriangle, IconCircleFilled, IconLoader2 } from '@tabler/icons-react';
import { useTexts } from '../../i18n/store.ts';
import styles from './tile.module.css';

const ICONS = { starting: IconLoader2, open: IconCircleFilled, failed: IconAlertTriangle };

/** Says on the tile that its window is on its way, there, or could not be opened. */
export function TileState({ state }: { state: OpenSession['state'] }) {
  const { t } = useTexts();
  const Icon = ICONS[state];
  return (
    <span className={`${styles.state} ${styles[state]}`}>
      <Icon size={state === 'open' ? 10 : 16} aria-hidden />
      {t(`session.tile.${state}`)}
    </span>
  );
}
