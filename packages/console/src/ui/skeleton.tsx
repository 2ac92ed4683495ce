import type { ReactNode } from 'react';
import styles from './skeleton.module.css';

interface SkeletonProps {
  /** CSS lengths; a line of text by default. */
  readonly width?: string;
  readonly height?: string;
}

/** A placeholder for loading content; the region around it has aria-busy. */
export function Skeleton({ width = '100%', height = '1em' }: SkeletonProps): ReactNode {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden />;
}

/** Lines of a loading text, or rows of a loading list. */
export function SkeletonLines({
  count,
  height = '1em',
}: {
  readonly count: number;
  readonly height?: string;
}): ReactNode {
  return (
    <span className={styles.lines} aria-hidden>
      {Array.from({ length: count }, (_, line) => (
        <Skeleton key={line.toString()} height={height} width={line === count - 1 ? '60%' : '100%'} />
      ))}
    </span>
  );
}
