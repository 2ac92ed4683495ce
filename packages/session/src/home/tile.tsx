import { isBetaApp } from '@berth/contract/apps/beta';
import type { AppScreenEntry } from '@berth/contract/profile/own-entries';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { Texts } from '@berth/web/i18n/texts.ts';
import { SymbolIcon } from '@berth/web/ui/symbol.tsx';
import { lazy, Suspense, useId, useRef } from 'react';
import { iconStyle } from '../definition/colors.ts';
import { softHyphens } from '../lib/soft-hyphens.ts';
import { lazyScreen } from '../navigation.ts';
import styles from './tile.module.css';
import { useTileActions } from './use-tile-actions.ts';

const TileMarks = lazy(() => import('./tile-marks.tsx'));
const Opening = lazy(() => import('./opening.tsx'));
const RdpLogin = lazyScreen(() => import('../rdp/rdp-login.tsx'), 'screens');

interface TileProps {
  readonly entry: AppScreenEntry;
  /** Whether it is the first of its row. */
  readonly startsRow: boolean;
  /** Whether it is the first of its set: a line separates it from the previous tile. */
  readonly startsSet: boolean;
}

/** One app or session: opens it, or brings its open window to the front. */
export function Tile({ entry, startsRow, startsSet }: TileProps) {
  const texts = useTexts();
  const stateId = useId();
  const betaId = useId();
  const beta = isBetaApp(entry.app_instance);
  const name = tileName(entry, texts);
  const { state, open, opening, shown, stop, asking, logIn, cancel, close } = useTileActions(entry, name);
  const face = useRef<HTMLButtonElement>(null);
  const { image, symbol, color, background, text, shade } = iconStyle(entry.icon);
  const icon =
    image === undefined ? (
      <SymbolIcon name={symbol} className={styles.icon} />
    ) : (
      <img className={styles.icon} src={image} alt="" />
    );
  return (
    <li className={startsRow ? `${styles.tile} ${styles.first}` : styles.tile} style={{ color: text }}>
      {startsSet && !startsRow && <hr className={styles.delimiter} />}
      <button
        ref={face}
        type="button"
        className={shade ? `${styles.face} ${styles.shaded}` : styles.face}
        style={{ backgroundColor: background, ...(shade && { '--shade': shade }) }}
        onClick={open}
        // Equal to the visible name: voice control needs that.
        aria-label={softHyphens(name)}
        aria-describedby={[beta && betaId, state && stateId].filter(Boolean).join(' ') || undefined}
        {...{ [ARROW_STOP]: '' }}
      >
        <span className={styles.symbol} style={{ color }}>
          {icon}
        </span>
        <span className={styles.name} dir="auto" title={name}>
          {softHyphens(name)}
        </span>
      </button>
      {(beta || state) && (
        <Suspense>
          <TileMarks name={name} betaId={beta ? betaId : undefined} stateId={stateId} state={state} close={close} />
        </Suspense>
      )}
      {opening && (
        <Suspense>
          <Opening
            name={name}
            icon={icon}
            color={text}
            background={background}
            tile={() => face.current}
            onCancel={stop}
            onEnd={shown}
          />
        </Suspense>
      )}
      {asking && (
        <Suspense>
          <RdpLogin index={entry.index} name={name} onLogin={logIn} onCancel={cancel} />
        </Suspense>
      )}
    </li>
  );
}

/** The tile's name: from our texts for an app that is a screen of the session, otherwise from the profile. */
function tileName({ type, app_instance, display_name }: AppScreenEntry, { t, has }: Texts): string {
  const key = `session.app.${app_instance?.replace('thinhoc::', '')}`;
  return type === 'app' && has(key) ? t(key) : display_name;
}

/** Marks elements between which the arrow keys move. */
export const ARROW_STOP = 'data-arrow-stop';

/** Marks a group of such elements; the arrow keys do not leave it. */
export const ARROW_GROUP = 'data-arrow-group';
