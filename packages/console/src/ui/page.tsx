import type { ReactNode } from 'react';
import styles from './page.module.css';

interface PageProps {
  readonly title: string;
  /** One line under the title. */
  readonly subtitle?: ReactNode;
  /** Parent pages, as links, before the title. */
  readonly breadcrumb?: ReactNode;
  /** Counts or a status beside the title. */
  readonly meta?: ReactNode;
  /** The page's primary action, preceded by secondary ones. */
  readonly actions?: ReactNode;
  /** All other actions, behind one button. */
  readonly menu?: ReactNode;
  readonly children: ReactNode;
  /** Pages of text and forms stay narrow; tables take the available width. */
  readonly wide?: boolean;
  /** The content has the height of the window and scrolls inside. */
  readonly fill?: boolean;
  /** The heading stays at the top of the window, and the content begins right below it. */
  readonly headStays?: boolean;
}

/** The frame of every page: its heading and actions, then its content. Sets the document title. */
export function Page(props: PageProps): ReactNode {
  const { title, subtitle, breadcrumb, meta, actions, menu, children, wide = false, fill = false } = props;
  const { headStays = false } = props;
  return (
    <div
      className={styles.page}
      data-wide={wide || undefined}
      data-fill={fill || undefined}
      data-head-stays={headStays || undefined}
    >
      <title>{title}</title>
      <header className={styles.header}>
        <div className={styles.heading}>
          <div className={styles.line}>
            {breadcrumb !== undefined && <div className={styles.breadcrumb}>{breadcrumb}</div>}
            <h1 className={styles.title}>{title}</h1>
            {meta}
          </div>
          {subtitle !== undefined && <div className={styles.subtitle}>{subtitle}</div>}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        {menu !== undefined && <div className={styles.menu}>{menu}</div>}
      </header>
      {children}
    </div>
  );
}

/** The skeleton of a loading page; screen readers announce that it is loading. */
export function PageShape({
  title,
  subtitle,
  children,
}: Pick<PageProps, 'title' | 'subtitle' | 'children'>): ReactNode {
  return (
    <div className={styles.page} data-shape aria-hidden>
      <div className={styles.header}>
        <div className={styles.heading}>
          <div className={styles.title}>{title}</div>
          {subtitle !== undefined && <div className={styles.subtitle}>{subtitle}</div>}
        </div>
      </div>
      {children}
    </div>
  );
}

interface PanelProps {
  readonly title?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** Whether the content brings its own padding, as tables and lists do. */
  readonly flush?: boolean;
}

/** A raised part of a page. */
export function Panel({ title, actions, children, flush = false }: PanelProps): ReactNode {
  return (
    <section className={styles.panel}>
      {title !== undefined && (
        <header className={styles.panelHeader}>
          <h2 className={styles.panelTitle}>{title}</h2>
          {actions}
        </header>
      )}
      <div className={flush ? undefined : styles.content}>{children}</div>
    </section>
  );
}
