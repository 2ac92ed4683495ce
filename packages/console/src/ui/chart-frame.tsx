import type { ReactNode } from 'react';
import styles from './chart-frame.module.css';

/** Width of the drawing's coordinates; it is stretched to the available width. */
export const CHART_WIDTH = 1_000;

interface ChartFrameProps {
  /** Units of the drawing, and pixels of the page. */
  readonly height: number;
  /** A description of the chart for screen readers. */
  readonly label: string;
  readonly title?: string;
  /** Labels of the scale's top, middle and bottom. */
  readonly scale: readonly [top: string, middle: string, bottom: string];
  /** The two ends of the time axis. */
  readonly from: string;
  readonly to: string;
  /** A short note between the two. */
  readonly note?: string | undefined;
  /** Lines and areas, as parts of an SVG drawing. */
  readonly children: ReactNode;
}

/** The frame of a chart over time: its scale, grid lines and time axis. */
export function ChartFrame(props: ChartFrameProps): ReactNode {
  const { height, label, title, scale, from, to, note, children } = props;
  return (
    <figure className={styles.figure}>
      {title !== undefined && <figcaption className={styles.title}>{title}</figcaption>}
      <div className={styles.scale} aria-hidden>
        {scale.map((mark, index) => (
          <span key={index.toString()}>{mark}</span>
        ))}
      </div>
      <svg
        className={styles.chart}
        style={{ height }}
        viewBox={`0 0 ${CHART_WIDTH} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {[0, height / 2, height].map((y) => (
          <line key={y} className={styles.ground} x1="0" x2={CHART_WIDTH} y1={y} y2={y} />
        ))}
        {children}
      </svg>
      <div className={styles.span} aria-hidden>
        <span>{from}</span>
        {note !== undefined && <span className={styles.note}>{note}</span>}
        <span>{to}</span>
      </div>
    </figure>
  );
}
