import type { OpenSession } from '@berth/contract/bridge/methods';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Glyph } from '../ui/glyph.tsx';
import styles from './tile-marks.module.css';

const ICONS = { starting: 'loader-2', open: 'circle-check', failed: 'alert-triangle' } as const;

interface TileMarksProps {
  readonly name: string;
  /** ID of the element that marks a beta version of an app. */
  readonly betaId: string | undefined;
  readonly stateId: string;
  /** State of the tile's window: opening, open, or failed. */
  readonly state: OpenSession['state'] | undefined;
  /** Closes the window, if there is one. */
  readonly close: (() => void) | undefined;
}

/** Parts that not every tile has: the beta mark, the window's state, and its close button. */
export default function TileMarks({ name, betaId, stateId, state, close }: TileMarksProps) {
  const { t } = useTexts();
  return (
    <>
      {betaId && (
        <span id={betaId} className={styles.beta}>
          {t('session.tile.beta')}
        </span>
      )}
      {state && (
        <span id={stateId} className={`${styles.state} ${styles[state]}`}>
          <Glyph name={ICONS[state]} size={18} />
          {t(`session.tile.${state}`)}
        </span>
      )}
      {close && (
        <button type="button" className={styles.close} onClick={close} aria-label={t('session.tile.close', { name })}>
          <Glyph name="x" />
        </button>
      )}
    </>
  );
}
