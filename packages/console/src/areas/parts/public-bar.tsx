import type { ReactNode } from 'react';
import { BrandLink } from './brand-link.tsx';
import { LanguageSelect } from './language-select.tsx';
import styles from './public-bar.module.css';

/** The head of pages that need no login: the logo and the choice of language. */
export function PublicBar(): ReactNode {
  return (
    <header className={styles.bar}>
      <BrandLink />
      <LanguageSelect position="bottom-end" />
    </header>
  );
}
