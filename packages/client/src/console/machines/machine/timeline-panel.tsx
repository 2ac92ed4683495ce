import { type Machine, readPresence } from '@berth/contract/api/machines';
import { LOG_MAX_AGE_DAYS } from '@berth/contract/limits';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../../data/query.ts';
import { useTexts } from '../../../i18n/store.ts';
import { Panel } from '../../../ui/panel.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { LoadProblem } from '../../parts/load-problem.tsx';
import { useNow } from '../../parts/use-now.ts';
import styles from './timeline.module.css';
import { type Timeline, timelineOf } from './timeline.ts';

const DAY_MS = 86_400_000;
const POLL_MS = 10_000;

/** When a machine was online in the last 30 days: a row of days, green where it was there. */
export function TimelinePanel({ machine }: { readonly machine: Machine }): ReactNode {
  const { t } = useTexts();
  const now = useNow();
  const { data, error, refetch } = useQuery({
    ...read(readPresence, { params: { id: machine.id } }),
    refetchInterval: POLL_MS,
  });
  // Before it was registered it could not be online.
  const from = Math.max(now - LOG_MAX_AGE_DAYS * DAY_MS, Date.parse(machine.registeredAt));
  return (
    <Panel title={t('machines.timeline.title')}>
      {error && !data && <LoadProblem error={error} retry={() => void refetch()} />}
      {!data && !error && <SkeletonLines count={2} />}
      {data && <Drawing timeline={timelineOf(data, from, now)} />}
    </Panel>
  );
}

function Drawing({ timeline }: { readonly timeline: Timeline }): ReactNode {
  const { t, percent, dateTime, date } = useTexts();
  const { from, to, pieces, share, interruptions } = timeline;
  const place = (instant: number) => ((instant - from) / Math.max(1, to - from)) * 1_000;
  const text = (instant: number) => dateTime(new Date(instant).toISOString());
  return (
    <figure className={styles.figure}>
      <svg
        className={styles.drawing}
        viewBox="0 0 1000 40"
        preserveAspectRatio="none"
        role="img"
        aria-label={t('machines.timeline.label', { share: percent(share) })}
      >
        <rect className={styles.ground} width="1000" height="40" />
        {pieces.map(({ since, until }) => (
          <rect
            key={since}
            className={styles.online}
            x={place(since)}
            width={Math.max(1, place(until) - place(since))}
            height="40"
          >
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
        {t('machines.timeline.share', { share: percent(share), count: interruptions })}
      </figcaption>
    </figure>
  );
}
