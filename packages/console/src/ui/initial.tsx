import type { ReactNode } from 'react';
import styles from './initial.module.css';

interface InitialProps {
  readonly name: string;
  /** What it says about the person, for the tooltip and screen readers. */
  readonly label: string;
}

/** A person as the first letter of their name. */
export function Initial({ name, label }: InitialProps): ReactNode {
  return (
    <span className={styles.initial} title={label}>
      <span aria-hidden>{name.slice(0, 1).toUpperCase()}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
