import type { ReactNode } from 'react';
import styles from './choices.module.css';

interface ChoicesProps<Value extends string> {
  /** A label for screen readers. */
  readonly label: string;
  readonly name: string;
  readonly options: readonly { readonly value: Value; readonly label: ReactNode; readonly lang?: string }[];
  readonly value: Value | undefined;
  readonly onChange: (value: Value) => void;
  readonly columns?: 1 | 2;
}

/** One of a few choices, each as large as a finger needs. */
export function Choices<Value extends string>({
  label,
  name,
  options,
  value,
  onChange,
  columns = 1,
}: ChoicesProps<Value>) {
  return (
    <div
      className={columns === 2 ? `${styles.choices} ${styles.two}` : styles.choices}
      role="radiogroup"
      aria-label={label}
    >
      {options.map((option) => (
        <label key={option.value} className={styles.choice} lang={option.lang}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className={styles.radio}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
