import type { ReactNode } from 'react';
import styles from './facts.module.css';

/** Longer than any word on half a phone's width; URLs are. */
const LONG = /\S{18}/;

/** Names and values side by side. */
export function Facts({
  facts,
}: {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
}): ReactNode {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div
          key={name}
          className={styles.fact}
          data-long={LONG.test(name) || (typeof value === 'string' && LONG.test(value)) || undefined}
        >
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
