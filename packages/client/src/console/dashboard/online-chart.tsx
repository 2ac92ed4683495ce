import type { FleetStatistics } from '@berth/contract/api/fleet';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/store.ts';
import { areaOf, lineOf, topOf } from '../../lib/chart-lines.ts';
import styles from './dashboard.module.css';

const WIDTH = 1_000;
const HEIGHT = 200;
const HOUR_MS = 3_600_000;
const SPAN_MS = 30 * 24 * HOUR_MS;

/** How many machines were online, hour by hour; the dashed line is how many there are. */
export function OnlineChart({ hours }: { readonly hours: FleetStatistics['hours'] }): ReactNode {
  const { t, number, date } = useTexts();
  const last = hours.at(-1);
  if (!last) return <p className={styles.value}>{t('machines.dashboard.online.empty')}</p>;
  const to = Date.parse(last.at) + HOUR_MS;
  const from = to - SPAN_MS;
  const top = topOf(Math.max(...hours.map(({ online, total }) => Math.max(online, total))));
  const scale = { from, to, top, width: WIDTH, height: HEIGHT, step: HOUR_MS };
  const most = Math.max(...hours.map(({ online }) => online));
  const points = (value: 'online' | 'total') => hours.map((hour) => ({ at: Date.parse(hour.at), value: hour[value] }));
  return (
    <figure className={styles.figure}>
      <div className={styles.scale} aria-hidden>
        <span>{number(top)}</span>
        <span>{number(top / 2)}</span>
        <span>0</span>
      </div>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('machines.dashboard.online.label', { most, now: last.online })}
      >
        {[0, HEIGHT / 2, HEIGHT].map((y) => (
          <line key={y} className={styles.grounds} x1="0" x2={WIDTH} y1={y} y2={y} />
        ))}
        <path className={styles.area} d={areaOf(points('online'), scale)} />
        <path className={styles.total} d={lineOf(points('total'), scale)} />
        <path className={styles.line} d={lineOf(points('online'), scale)} />
      </svg>
      <div className={styles.days} aria-hidden>
        <span>{date(new Date(from).toISOString())}</span>
        <span className={styles.middle}>{t('machines.dashboard.most', { count: most, total: last.total })}</span>
        <span>{date(last.at)}</span>
      </div>
    </figure>
  );
}
