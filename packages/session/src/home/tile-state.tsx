import type { OpenSession } from '@berth/contract/bridge/methods';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Glyph } from '../ui/glyph.tsx';
import styles from './tile.module.css';

const ICONS = { starting: 'loader-2', open: 'circle-check', failed: 'alert-triangle' } as const;

/** Shows on the tile that its window is opening, open, or failed to open. */
export function TileState({ id, state }: { id: string; state: OpenSession['state'] }) {
  const { t } = useTexts();
  return (
    <span id={id} className={`${styles.state} ${styles[state]}`}>
      <Glyph name={ICONS[state]} size={18} />
      {t(`session.tile.${state}`)}
    </span>
  );
}
