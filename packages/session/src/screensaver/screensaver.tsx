import type { ProfileDefinition } from '@berth/contract/profile/definition';
import type { Slide } from '@berth/contract/profile/screensaver';
import { useTexts } from '@berth/web/i18n/store.ts';
import { useEffect, useState } from 'react';
import { StatusBar } from '../home/status-bar.tsx';
import { navigate } from '../navigation.ts';
import { useMinute } from '../parts/use-minute.ts';
import { HOME_PATH } from '../paths.ts';
import { useDefinition, useMessageWaits, useSession, useSessionState } from '../state/session.ts';
import { useZone } from '../time-zone/use-zone.ts';
import styles from './screensaver.module.css';

/** Interval of checking for input in another window. */
const CHECK_MS = 1_000;
/** Wait before a picture or video that did not load is tried again: a machine may stand unattended for months. */
const RETRY_MS = 60_000;

/** The organization's slides, until any input. */
export default function ScreensaverScreen() {
  const { t } = useTexts();
  const screensaver = useDefinition()?.thinhoc.screensaver;
  const enabled = screensaver?.enabled;
  const isLoaded = useSessionState(({ load }) => load === 'LOADED');
  const slides = screensaver ? slidesOf(screensaver) : [];
  const [turned, setTurned] = useState(0);
  const slide = slides[turned % Math.max(1, slides.length)];
  const seconds = slides.length > 1 ? slide?.seconds : undefined;
  useLeave();
  const waiting = useMessageWaits();
  useEffect(() => {
    // Turned off while it runs, or a message arrived that it would hide.
    if (isLoaded && (!enabled || waiting)) navigate(HOME_PATH, 'replace');
  }, [isLoaded, enabled, waiting]);
  useEffect(() => {
    if (seconds === undefined) return;
    const timer = setTimeout(() => setTurned(turned + 1), seconds * 1_000);
    return () => clearTimeout(timer);
  }, [seconds, turned]);
  return (
    <div className={styles.screen}>
      <main className={styles.slides}>
        {slide?.type !== 'text' && <h1 className="visually-hidden">{t('screens.screensaver')}</h1>}
        {slide ? <SlideView key={turned} slide={slide} /> : <Clock />}
      </main>
      {screensaver?.fullscreen === false && <StatusBar />}
    </div>
  );
}

function SlideView({ slide }: { slide: ShownSlide }) {
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!failed) return;
    const timer = setTimeout(() => setFailed(false), RETRY_MS);
    return () => clearTimeout(timer);
  }, [failed]);
  const onError = () => setFailed(true);
  if (failed) return <Clock />;
  switch (slide.type) {
    case 'image':
    case 'video':
      return (
        <figure className={styles.slide}>
          {slide.type === 'image' ? (
            <img className={styles.picture} src={slide.source} alt={slide.title} onError={onError} />
          ) : (
            <video
              className={styles.picture}
              src={slide.source}
              aria-label={slide.title}
              autoPlay
              muted
              loop
              onError={onError}
            />
          )}
          {slide.title && <figcaption className={styles.caption}>{slide.title}</figcaption>}
        </figure>
      );
    case 'text':
      return (
        <article className={styles.text}>
          <h1 className={styles.title}>{slide.title}</h1>
          <p className={styles.content}>{slide.content}</p>
        </article>
      );
  }
}

/** Without slides, or in place of one that does not load: only the time, at changing positions against burn-in. */
function Clock() {
  const { time } = useTexts();
  const zone = useZone();
  const now = useMinute();
  const shift = now.getMinutes() % 10;
  return (
    <time className={styles.clock} style={{ translate: `${(shift - 5) * 4}% ${((shift * 7) % 10) * 8 - 40}%` }}>
      {time(now.toISOString(), zone)}
    </time>
  );
}

/** Returns to the home screen on any input, here or in another window. */
function useLeave(): void {
  const { bridge } = useSession();
  useEffect(() => {
    const leave = () => navigate(HOME_PATH, 'replace');
    const events = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;
    // The pointer also "moves" when the page appears below it.
    const arm = setTimeout(() => {
      for (const name of events) addEventListener(name, leave);
    }, 500);
    const look = setInterval(async () => {
      const idle = await bridge?.call('get_idle_time', {}).catch(() => undefined);
      if (idle !== undefined && idle < CHECK_MS) leave();
    }, CHECK_MS);
    return () => {
      clearTimeout(arm);
      clearInterval(look);
      for (const name of events) removeEventListener(name, leave);
    };
  }, [bridge]);
}

/** A slide with content. */
export type ShownSlide = {
  readonly title: string;
  readonly content: string;
  readonly seconds: number;
} & ({ readonly type: 'text' } | { readonly type: 'image' | 'video'; readonly source: string });

/** The screensaver's slides in order, each with its own duration or the default. */
export function slidesOf({ slides, duration }: ProfileDefinition['thinhoc']['screensaver']): ShownSlide[] {
  return slides.flatMap((slide) => shown(slide, duration));
}

function shown({ type, title, content, image, video, duration }: Slide, byDefault: number): ShownSlide[] {
  const slide = { title, content, seconds: duration ?? byDefault };
  if (type === 'text') return title || content ? [{ ...slide, type }] : [];
  const source = type === 'image' ? image : video;
  return source === undefined ? [] : [{ ...slide, type, source }];
}
