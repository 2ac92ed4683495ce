import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './error-text.module.css';

/** What went wrong, in the place where a person looks, with what they can do about it. */
export function ErrorText({ children }: { children: ReactNode }) {
  return (
    <div className={styles.error} role="alert">
      <IconAlertTriangle className={styles.icon} size={22} aria-hidden />
      <div>{children}</div>
    </div>
  );
}
