import type { Wish } from '@berth/contract/signaling/mirror-messages';
import { intlTag, type Language } from '@berth/web/i18n/locales.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { naturalOrder } from '@berth/web/lib/natural-order.ts';
import type { CSSProperties } from 'react';
import { navigate } from '../navigation.ts';
import { Button } from '../parts/button.tsx';
import { Page } from '../parts/page.tsx';
import { HOME_PATH, WALL_PATH } from '../paths.ts';
import { People } from './guests.tsx';
import MirrorGuide from './guide.tsx';
import styles from './mirror-screen.module.css';
import { MirrorTile } from './mirror-tile.tsx';
import { useHostState, useMirroring } from './mirroring.ts';
import { moderate, useModerated } from './moderation.ts';
import { CallControls } from './outgoing/media-controls.tsx';
import { useOutgoing } from './outgoing/outgoing.ts';
import { OutgoingForm } from './outgoing/outgoing-form.tsx';
import { OutgoingView } from './outgoing/outgoing-view.tsx';
import { arrange, columnsFor, guestsOf, prepend, swap } from './rules/channels.ts';
import { LARGE_TIMES, stripRowsFor } from './rules/guest-placement.ts';

/** Mirroring: how to join while no one shares, else a grid of all streams. */
export default function MirrorScreen() {
  const { t, language } = useTexts();
  const { host } = useMirroring();
  const { guests, channels, spotlight, inCall } = useHostState(host);
  const outgoing = useOutgoing();
  const shown = guestsOf(channels);
  if (!host || shown.length === 0 || outgoing?.wish === 'call') {
    return (
      <Page title={t(titleOf(outgoing?.wish))}>
        {!outgoing && (
          <>
            <MirrorGuide large />
            <div className={styles.tools}>
              <Button onClick={() => navigate(WALL_PATH)}>{t('mirror.wall')}</Button>
              {host && <ModerateButton />}
            </div>
          </>
        )}
        {host && <People guests={guests} host={host} />}
        {outgoing ? <OutgoingView outgoing={outgoing} /> : <OutgoingForm />}
        <Button onClick={() => navigate(HOME_PATH)}>{t('screens.notHere.back')}</Button>
      </Page>
    );
  }
  const endAll = () => {
    for (const { key } of guests) host.end(key);
  };
  const ordered = spotlight === null ? shown : [spotlight, ...shown.filter((key) => key !== spotlight)];
  const classes = spotlight === null ? styles.grid : `${styles.grid} ${styles.spotlit}`;
  return (
    <main className={styles.screen}>
      <h1 className="visually-hidden">{t('mirror.title')}</h1>
      <ul className={classes} style={gridOf(shown.length)}>
        {ordered.map((key) => {
          const guest = guests.find((each) => each.key === key);
          const channel = channels.indexOf(key);
          return (
            guest && (
              <MirrorTile
                key={key}
                guest={guest}
                stream={host.streamOf(key)}
                spotlit={spotlight === key}
                alone={shown.length === 1}
                onSpotlight={() => host.setSpotlight(spotlight === key ? null : key)}
                onFirst={() => host.setChannels(prepend(channels, key))}
                onEnd={() => host.end(key)}
                onDropped={(other) => host.setChannels(swap(channels, channels.indexOf(other), channel))}
              />
            )
          );
        })}
      </ul>
      <nav className={styles.bar} aria-label={t('mirror.title')}>
        <Button onClick={() => navigate(HOME_PATH)}>{t('screens.notHere.back')}</Button>
        {shown.length > 1 && (
          <Button onClick={() => host.setChannels(arrange(channels, byName(shown, guests, language)))}>
            {t('mirror.arrange')}
          </Button>
        )}
        <ModerateButton />
        <Button onClick={endAll}>{t('mirror.endAll')}</Button>
        {inCall && <CallControls host={host} />}
        {outgoing && <OutgoingView outgoing={outgoing} />}
        <People guests={guests.filter(({ key }) => !shown.includes(key))} host={host} />
      </nav>
    </main>
  );
}

function gridOf(count: number): CSSProperties {
  return { '--columns': columnsFor(count), '--large': `${LARGE_TIMES}fr`, '--strip-rows': stripRowsFor(count) };
}

function titleOf(wish: Wish | undefined) {
  if (wish === 'call') return 'mirror.call.title';
  return wish === 'show' ? 'mirror.otherScreen.title' : 'mirror.guide.title';
}

/** Toggles whether guests wait to be admitted, until changed again. */
function ModerateButton() {
  const { t } = useTexts();
  const moderated = useModerated();
  return (
    <Button aria-pressed={moderated} onClick={() => moderate(!moderated)}>
      {t('mirror.moderate')}
    </Button>
  );
}

function byName(
  keys: readonly string[],
  guests: readonly { key: string; name: string }[],
  language: Language,
): string[] {
  const nameOf = (key: string) => guests.find((guest) => guest.key === key)?.name ?? '';
  return keys.toSorted((a, b) => naturalOrder(intlTag(language)).compare(nameOf(a), nameOf(b)));
}
