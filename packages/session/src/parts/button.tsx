import type { ComponentProps } from 'react';
import styles from './button.module.css';

/** Primary in the organization's color, one on a screen; the others quiet. Never lower than a finger needs. */
export function Button({
  kind = 'quiet',
  className,
  ...props
}: ComponentProps<'button'> & { kind?: 'primary' | 'quiet' }) {
  return <button type="button" className={`${styles.button} ${styles[kind]} ${className ?? ''}`} {...props} />;
}
