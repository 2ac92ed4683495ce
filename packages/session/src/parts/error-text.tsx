import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './field.module.css';

/** An inline error message, with what the user can do. */
export function ErrorText({ children }: { children: ReactNode }) {
  return (
    <div className={styles.errorText} role="alert">
      <IconAlertTriangle className={styles.errorIcon} size={22} aria-hidden />
      <div>{children}</div>
    </div>
  );
}
