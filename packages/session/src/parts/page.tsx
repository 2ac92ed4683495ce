import type { ReactNode } from 'react';
import styles from './page.module.css';

/** A screen other than the home screen: one panel in the middle, over the same background image. */
export function Page({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.screen}>
      <main className={styles.panel}>
        <h1 className={styles.title}>{title}</h1>
        {children}
      </main>
    </div>
  );
}
