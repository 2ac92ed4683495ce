import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './tab-links.module.css';

interface TabLinksProps {
  readonly label: string;
  readonly tabs: readonly { readonly label: string; readonly to: string; readonly isActive: boolean }[];
}

/** The parts of a page as links beside each other: each has its address. */
export function TabLinks({ label, tabs }: TabLinksProps): ReactNode {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.to} to={tab.to} className={styles.tab} aria-current={tab.isActive ? 'page' : undefined}>
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
