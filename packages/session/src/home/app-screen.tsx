import { useTexts } from '@berth/web/i18n/store.ts';
import { Fragment } from 'react';
import { Message } from '../parts/message.tsx';
import { useCustomization, useSessionState } from '../state/session.ts';
import styles from './app-screen.module.css';
import { ARROW_GROUP } from './arrow-marks.ts';
import { Tile } from './tile.tsx';
import { entryKey, useTileSets } from './tile-sets.ts';

const PLACEHOLDERS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** The deployed apps and sessions as tiles, in the profile's order. */
export function AppScreen() {
  const { t } = useTexts();
  const loading = useSessionState(({ load }) => load !== 'LOADED');
  const customization = useCustomization();
  const sets = useTileSets();
  if (loading || !sets) return <TileSkeleton label={t('common.loading')} />;
  if (sets.length === 0) {
    return (
      <Message tone="info" title={t(customization ? 'session.empty.title' : 'session.noProfile.title')}>
        {t(customization ? 'session.empty.text' : 'session.noProfile.text')}
      </Message>
    );
  }
  return (
    <nav className={styles.screen} data-tour="apps" aria-label={t('session.apps')} {...{ [ARROW_GROUP]: '' }}>
      {(customization?.delimitersBetweenAppSets ? sets : [sets.flat()]).map((entries, index) => (
        <Fragment key={entries[0] && entryKey(entries[0])}>
          {index > 0 && <hr className={styles.delimiter} />}
          <ul className={styles.set}>
            {entries.map((entry) => (
              <Tile key={entryKey(entry)} entry={entry} />
            ))}
          </ul>
        </Fragment>
      ))}
    </nav>
  );
}

function TileSkeleton({ label }: { label: string }) {
  return (
    <div className={styles.screen} role="status" aria-label={label}>
      {PLACEHOLDERS.map((key) => (
        <div key={key} className={styles.placeholder} />
      ))}
    </div>
  );
}
