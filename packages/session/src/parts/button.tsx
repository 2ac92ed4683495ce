import type { ComponentProps } from 'react';
import styles from './button.module.css';

/**
 * Primary in the organization's color, one per screen; the others inconspicuous. At least as high as a finger needs.
 */
export function Button({
  kind = 'quiet',
  className,
  ...props
}: ComponentProps<'button'> & { kind?: 'primary' | 'quiet' }) {
  return <button type="button" className={`${styles.button} ${styles[kind]} ${className ?? ''}`} {...props} />;
}
