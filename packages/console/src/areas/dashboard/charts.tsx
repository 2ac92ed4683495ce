import type { FleetStatistics } from '@berth/contract/api/fleet';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { areaOf, lineOf, topOf } from '../../lib/chart-lines.ts';
import { CHART_WIDTH, ChartFrame } from '../../ui/chart-frame.tsx';
import styles from './dashboard.module.css';

const HEIGHT = 112;
const HOUR_MS = 3_600_000;
const SPAN_MS = 30 * 24 * HOUR_MS;

/** Machines online per hour; the dashed line is the total. */
export function OnlineChart({ hours }: { readonly hours: FleetStatistics['hours'] }): ReactNode {
  const { t, number, date } = useTexts();
  const last = hours.at(-1);
  if (!last) return <p className={styles.value}>{t('machines.dashboard.online.empty')}</p>;
  const to = Date.parse(last.at) + HOUR_MS;
  const from = to - SPAN_MS;
  const top = topOf(Math.max(...hours.map(({ online, total }) => Math.max(online, total))));
  const scale = { from, to, top, width: CHART_WIDTH, height: HEIGHT, step: HOUR_MS };
  const most = Math.max(...hours.map(({ online }) => online));
  const points = (value: 'online' | 'total') => hours.map((hour) => ({ at: Date.parse(hour.at), value: hour[value] }));
  return (
    <ChartFrame
      height={HEIGHT}
      label={t('machines.dashboard.online.label', { most, now: last.online })}
      scale={[number(top), number(top / 2), number(0)]}
      from={date(new Date(from).toISOString())}
      to={date(last.at)}
      note={t('machines.dashboard.most', { count: most, total: last.total })}
    >
      <path className={styles.area} d={areaOf(points('online'), scale)} />
      <path className={styles.total} d={lineOf(points('total'), scale)} />
      <path className={styles.line} d={lineOf(points('online'), scale)} />
    </ChartFrame>
  );
}

interface Part {
  readonly label: string;
  readonly value: number;
  /** Number of counted machines. */
  readonly to: string;
}

/** Shares of a total: one bar, and a line with the number for each. */
export function Shares({ parts }: { readonly parts: readonly Part[] }): ReactNode {
  const { number } = useTexts();
  return (
    <>
      <div className={styles.bar} aria-hidden>
        {parts.map(({ label, value }, rank) => (
          <span key={label} data-rank={rank} style={{ flexGrow: value }} />
        ))}
      </div>
      <ul className={styles.parts}>
        {parts.map(({ label, value, to }, rank) => (
          <li key={label}>
            <Link to={to} className={styles.part}>
              <span className={styles.dot} data-rank={rank} aria-hidden />
              <span className={styles.name} title={label}>
                {label}
              </span>
              <span className={styles.value}>{number(value)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
