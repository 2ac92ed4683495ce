import { type Machine, type PresenceSpan, readPresence } from '@berth/contract/api/machines';
import { LOG_MAX_AGE_DAYS } from '@berth/contract/limits';
import { useTexts } from '@berth/web/i18n/store.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../../data/query.ts';
import { Panel } from '../../../ui/page.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { LoadError } from '../../parts/loading.tsx';
import { useNow } from '../../parts/use-now.ts';
import styles from './timeline.module.css';

const DAY_MS = 86_400_000;
const POLL_MS = 10_000;
/** Width of the drawing, and minimum width of a visible piece, in units. */
const WIDTH = 1_000;
const NARROWEST = 4;

/** When a machine was online in the last 30 days: green while online, faint before its registration. */
export function TimelinePanel({ machine }: { readonly machine: Machine }): ReactNode {
  const { t } = useTexts();
  const now = useNow();
  const { data, error, refetch } = useQuery({
    ...read(readPresence, { params: { id: machine.id } }),
    refetchInterval: POLL_MS,
  });
  const time = { from: now - LOG_MAX_AGE_DAYS * DAY_MS, to: now, registered: Date.parse(machine.registeredAt) };
  return (
    <Panel title={t('machines.timeline.title')}>
      {error && !data && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && <SkeletonLines count={2} />}
      {data && <Drawing timeline={timelineOf(data, time)} />}
    </Panel>
  );
}

function Drawing({ timeline }: { readonly timeline: Timeline }): ReactNode {
  const { t, percent, dateTime, date } = useTexts();
  const { from, to, counted, pieces, share, interruptions } = timeline;
  const place = (instant: number) => ((instant - from) / Math.max(1, to - from)) * WIDTH;
  const area = (since: number, until: number) => {
    const width = Math.max(NARROWEST, place(until) - place(since));
    return { x: Math.min(place(since), WIDTH - width), width, height: 40 };
  };
  const text = (instant: number) => dateTime(new Date(instant).toISOString());
  return (
    <figure className={styles.figure}>
      <svg
        className={styles.drawing}
        viewBox={`0 0 ${WIDTH} 40`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('machines.timeline.label', { share: percent(share) })}
      >
        {counted > from && <rect className={styles.before} width={WIDTH} height="40" />}
        <rect className={styles.ground} {...area(counted, to)} />
        {pieces.map(({ since, until }) => (
          <rect key={since} className={styles.online} {...area(since, until)}>
            <title>
              {t('machines.timeline.span', {
                since: text(since),
                until: until === to ? t('machines.timeline.now') : text(until),
              })}
            </title>
          </rect>
        ))}
      </svg>
      <div className={styles.scale} aria-hidden>
        <span>{date(new Date(from).toISOString())}</span>
        <span>{t('machines.timeline.now')}</span>
      </div>
      <figcaption className={styles.caption}>
        {counted > from && `${t('machines.timeline.registered', { date: text(counted) })} `}
        {t('machines.timeline.share', { share: percent(share), count: interruptions })}
      </figcaption>
    </figure>
  );
}

/** A piece of the timeline; numbers are milliseconds since 1970. */
interface Piece {
  readonly since: number;
  readonly until: number;
}

interface Timeline {
  readonly from: number;
  readonly to: number;
  /** The machine's registration, if within the period. */
  readonly counted: number;
  readonly pieces: readonly Piece[];
  /** Share of the time since registration that it was online, from 0 to 1. */
  readonly share: number;
  /** Number of interruptions. */
  readonly interruptions: number;
}

/** The spans within a period, clipped to it; a span without an end lasts until the period's end. */
export function timelineOf(
  spans: readonly PresenceSpan[],
  { from, to, registered }: { readonly from: number; readonly to: number; readonly registered: number },
): Timeline {
  const counted = Math.min(to, Math.max(from, registered));
  const pieces = spans
    .map(({ since, until }) => ({
      since: Math.max(counted, Date.parse(since)),
      until: Math.min(to, until === null ? to : Date.parse(until)),
    }))
    .filter(({ since, until }) => until >= since && until > counted);
  const online = pieces.reduce((sum, { since, until }) => sum + until - since, 0);
  return {
    from,
    to,
    counted,
    pieces,
    share: to > counted ? online / (to - counted) : 0,
    interruptions: Math.max(0, pieces.length - 1),
  };
}
