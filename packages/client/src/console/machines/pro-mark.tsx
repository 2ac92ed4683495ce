import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/store.ts';
import styles from './machine-menu.module.css';

/** Marks what needs Pro, where the organization has none. */
export function ProMark(): ReactNode {
  return <span className={styles.pro}>{useTexts().t('console.tier.pro')}</span>;
}
