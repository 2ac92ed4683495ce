import { useTexts } from '@berth/web/i18n/store.ts';
import type { CSSProperties, ReactNode } from 'react';
import { Message } from '../parts/message.tsx';
import { useCustomization, useLoadState } from '../state/session.ts';
import styles from './app-screen.module.css';
import { ARROW_GROUP, Tile } from './tile.tsx';
import { beginsRow, useTileGrid } from './tile-grid.ts';
import { entryKey, useTileSets } from './tile-sets.ts';

const PLACEHOLDERS = [...'abcdef'];

/** The deployed apps and sessions as tiles, in the profile's order. */
export function AppScreen() {
  const { t } = useTexts();
  const load = useLoadState();
  const customization = useCustomization();
  const sets = useTileSets();
  if (load !== 'LOADED' || !sets) {
    return (
      <Stage count={PLACEHOLDERS.length}>
        {(grid) => (
          <div {...grid} role="status" aria-label={t('common.loading')}>
            {PLACEHOLDERS.map((key) => (
              <div key={key} className={styles.placeholder} />
            ))}
          </div>
        )}
      </Stage>
    );
  }
  if (sets.length === 0) {
    return (
      <Message tone="info" title={t('session.empty.title')}>
        {t('session.empty.text')}
      </Message>
    );
  }
  const setStarts = customization?.delimitersBetweenAppSets ? new Set(sets.map(([first]) => first)) : undefined;
  return (
    <Stage count={sets.flat().length}>
      {(grid, rows) => (
        <nav {...grid} data-tour="apps" aria-label={t('session.apps')} {...{ [ARROW_GROUP]: '' }}>
          <ul className={styles.tiles}>
            {sets.flat().map((entry, place) => (
              <Tile
                key={entryKey(entry)}
                entry={entry}
                startsRow={beginsRow(place, sets.flat().length, rows)}
                startsSet={setStarts?.has(entry) === true}
              />
            ))}
          </ul>
        </nav>
      )}
    </Stage>
  );
}

interface StageProps {
  readonly count: number;
  /** Renders the grid with its attributes and number of rows. */
  readonly children: (
    grid: { readonly className: string | undefined; readonly style: CSSProperties },
    rows: number,
  ) => ReactNode;
}

/** The area of the tiles, which are as large as it allows. */
function Stage({ count, children }: StageProps) {
  const { stage, grid } = useTileGrid(count);
  const tiles =
    grid &&
    children(
      {
        className: styles.grid,
        style: { '--columns': grid.columns, '--rows': grid.rows, '--gap': `${grid.gap}px` } as CSSProperties,
      },
      grid.rows,
    );
  return (
    <div ref={stage} className={styles.stage} data-crowded={grid?.crowded || undefined}>
      {grid?.fits === false ? <div className={styles.scroller}>{tiles}</div> : tiles}
    </div>
  );
}
