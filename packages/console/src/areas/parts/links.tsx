import { Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import styles from './links.module.css';

interface ButtonLinkProps extends ButtonProps {
  readonly to: string;
  readonly children: ReactNode;
}

/** A link that looks like a button. */
export function ButtonLink({ to, children, ...props }: ButtonLinkProps): ReactNode {
  return (
    <Button component={Link} to={to} {...props}>
      {children}
    </Button>
  );
}

interface TabLinksProps {
  readonly label: string;
  readonly tabs: readonly { readonly label: string; readonly to: string; readonly isActive: boolean }[];
}

/** The tabs of a page as links, each with its own path. */
export function TabLinks({ label, tabs }: TabLinksProps): ReactNode {
  const open = useRef<HTMLAnchorElement>(null);
  const path = tabs.find(({ isActive }) => isActive)?.to;
  // In a narrow window the last tabs are beyond the edge.
  useEffect(() => {
    if (path !== undefined) open.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [path]);
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          ref={tab.isActive ? open : undefined}
          to={tab.to}
          className={styles.tab}
          aria-current={tab.isActive ? 'page' : undefined}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
