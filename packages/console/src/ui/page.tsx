import { createContext, type ReactNode, use } from 'react';
import styles from './page.module.css';
import { SkeletonLines } from './skeleton.tsx';

/** Whether pages wait to be shown: what they contain depends on the user's role, which is not known yet. */
export const PagesWait = createContext(false);

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
  /** The page is the same for every role, and is shown before the role is known. */
  readonly anyRole?: boolean;
}

/**
 * The frame of every page: its heading and actions, then its content. Sets the document title. A page that waits is
 * rendered, so that it loads what it shows, and hidden: nothing may move or appear under the pointer later.
 */
export function Page(props: PageProps): ReactNode {
  const { title, subtitle, breadcrumb, meta, actions, menu, children, wide = false, fill = false } = props;
  const { headStays = false, anyRole = false } = props;
  const isWaiting = use(PagesWait) && !anyRole;
  return (
    <div
      className={styles.page}
      data-wide={wide || undefined}
      data-fill={fill || undefined}
      data-head-stays={headStays || undefined}
      data-waiting={isWaiting || undefined}
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
        {isWaiting && (
          <div className={styles.waiting} aria-busy="true">
            <Panel>
              <SkeletonLines count={6} />
            </Panel>
          </div>
        )}
      </header>
      {children}
    </div>
  );
}

interface PanelProps {
  readonly title?: string;
  /** A remark beside the title. */
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** Whether the content brings its own padding, as tables and lists do. */
  readonly flush?: boolean;
}

/** A raised part of a page. */
export function Panel({ title, note, actions, children, flush = false }: PanelProps): ReactNode {
  return (
    <section className={styles.panel}>
      {title !== undefined && (
        <header className={styles.panelHeader}>
          <h2 className={styles.panelTitle}>{title}</h2>
          {note !== undefined && <span className={styles.panelNote}>{note}</span>}
          {actions}
        </header>
      )}
      <div className={flush ? undefined : styles.content}>{children}</div>
    </section>
  );
}

/** The product's logo: a boat at a berth. */
export function BrandMark({ size = 24 }: { readonly size?: number }): ReactNode {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable="false">
      <rect width="32" height="32" rx="7" fill="var(--brand)" />
      <path d="M7 18h18l-3 6H10z" fill="#fff" />
      <path d="M15 7h2v9h-2zM17 8l6 3-6 3z" fill="#fff" />
    </svg>
  );
}

/** ID of the element in the main landmark in which a page's menus open. */
export const MENUS_ID = 'menus';

/**
 * Menus of a page open inside its main landmark, where screen readers look for them. In a separate element, because
 * React attaches all event listeners to every portal container.
 */
export const IN_CONTENT = { target: `#${MENUS_ID}` } as const;
