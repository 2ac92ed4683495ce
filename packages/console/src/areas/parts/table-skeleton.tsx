import type { ReactNode } from 'react';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './table-skeleton.module.css';

/** The shape of a table that is loading. */
export function TableSkeleton({ rows }: { readonly rows: number }): ReactNode {
  return (
    <div aria-busy="true">
      <Panel flush>
        {Array.from({ length: rows }, (_, row) => (
          <div key={row.toString()} className={styles.row}>
            <Skeleton width={`${60 + ((row * 37) % 40)}%`} />
            <Skeleton width="70%" />
            <Skeleton width="60%" />
          </div>
        ))}
      </Panel>
    </div>
  );
}
