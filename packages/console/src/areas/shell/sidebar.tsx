import { loadTexts, useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { IconSearch } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Link, NavLink, useLocation, useMatch } from 'react-router';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { BrandMark } from '../../ui/page.tsx';
import { openPalette } from '../palette/open.tsx';
import { AccountMenu } from './account-menu.tsx';
import { type NavEntry, useNavEntries } from './nav-entries.ts';
import { OrganizationMenu } from './organization-menu.tsx';
import styles from './sidebar.module.css';

const MachineViews = lazy(async () => {
  await loadTexts(['machines']);
  const { MachineViews } = await import('./machine-views.tsx');
  return { default: MachineViews };
});

/** As labeled on this computer's keyboard. */
const COMMAND_KEY = navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl ';

/** The console's navigation. On phones it is a drawer, which `onNavigate` closes. */
export function Sidebar({ onNavigate }: { readonly onNavigate?: () => void }): ReactNode {
  const { t } = useTexts();
  const sections = useNavEntries();
  return (
    <div className={styles.sidebar}>
      <Link className={styles.brand} to={paths.manage()} onClick={onNavigate}>
        <BrandMark size={28} />
        {t('common.product')}
      </Link>
      <OrganizationMenu onNavigate={onNavigate} />
      <button
        type="button"
        className={styles.search}
        onClick={() => {
          onNavigate?.();
          void openPalette();
        }}
      >
        <IconSearch size={18} stroke={1.5} aria-hidden />
        {t('console.nav.search')}
        <kbd className={styles.keys}>{COMMAND_KEY}K</kbd>
      </button>
      <nav className={styles.nav} aria-label={t('console.nav.label')}>
        {sections.map((entries) => (
          <ul key={entries[0]?.to}>
            {entries.map((entry) => (
              <Entry key={entry.to} entry={entry} onClick={onNavigate} />
            ))}
          </ul>
        ))}
      </nav>
      <AccountMenu onNavigate={onNavigate} />
    </div>
  );
}

interface EntryProps {
  readonly entry: NavEntry;
  readonly onClick: (() => void) | undefined;
}

function Entry({ entry, onClick }: EntryProps): ReactNode {
  const { t } = useTexts();
  const { pathname } = useLocation();
  const { icon: Icon, to, also, label } = entry;
  const orgId = useActiveOrganizationId();
  const isOpen = useMatch({ path: to, end: false }) !== null || (also?.test(pathname) ?? false);
  const link = useRef<HTMLAnchorElement>(null);
  // In a low window the last entries are below the edge: scroll to the current page's entry.
  useEffect(() => {
    if (isOpen) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  return (
    <li>
      <NavLink
        ref={link}
        to={to}
        className={`${styles.entry} ${isOpen ? styles.active : ''}`}
        onClick={onClick}
        data-tour={label}
      >
        <Icon size={18} stroke={1.5} aria-hidden />
        {t(label)}
      </NavLink>
      {label === 'console.nav.machines' && orgId !== null && (
        <Suspense>
          <MachineViews orgId={orgId} onNavigate={onClick} />
        </Suspense>
      )}
    </li>
  );
}
