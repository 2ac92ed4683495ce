import { loadTexts, useTexts } from '@berth/web/i18n/store.ts';
import { ActionIcon } from '@mantine/core';
import { IconHelp, IconSearch } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { NavLink, useLocation, useMatch } from 'react-router';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { guideFor } from '../guide/places.ts';
import { openPalette } from '../palette/open.tsx';
import { BrandLink } from '../parts/brand-link.tsx';
import { pathOfList } from '../parts/list-memory.ts';
import { AccountMenu } from './account-menu.tsx';
import { type NavEntry, useNavEntries } from './nav-entries.ts';
import { OrganizationMenu } from './organization-menu.tsx';
import styles from './sidebar.module.css';
import { ViewPlaces } from './view-places.tsx';

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
  const sections = useNavEntries({ withPlaces: true });
  return (
    <div className={styles.sidebar}>
      <div className={styles.brand}>
        <BrandLink onClick={onNavigate} />
      </div>
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
      <div className={styles.foot}>
        <AccountMenu onNavigate={onNavigate} />
        <GuideLink />
      </div>
    </div>
  );
}

/** The guide to the open page, in a tab of its own: what is being edited stays. */
function GuideLink(): ReactNode {
  const { t } = useTexts();
  const { pathname, search } = useLocation();
  return (
    <ActionIcon
      component="a"
      href={guideFor(pathname, search)}
      target="_blank"
      variant="subtle"
      className={styles.guide}
      aria-label={t('console.guide.open')}
      title={t('console.guide.open')}
    >
      <IconHelp size={20} stroke={1.5} aria-hidden />
    </ActionIcon>
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
    if (!isOpen) return;
    // Waits for the next frame. Scrolling here would force a layout.
    const frame = requestAnimationFrame(() => link.current?.scrollIntoView({ block: 'nearest' }));
    return () => cancelAnimationFrame(frame);
  }, [isOpen]);
  if (entry.isPlace) return <li className={styles.entry} aria-hidden />;
  return (
    <li>
      <NavLink
        ref={link}
        // On the list itself the link clears the filter.
        to={pathname === to ? to : pathOfList(to)}
        className={`${styles.entry} ${isOpen ? styles.active : ''}`}
        onClick={onClick}
        data-tour={label}
      >
        <Icon size={18} stroke={1.5} aria-hidden />
        {t(label)}
      </NavLink>
      {label === 'console.nav.machines' && orgId !== null && (
        <Suspense
          fallback={
            <ul className={styles.views}>
              <ViewPlaces orgId={orgId} more={1} />
            </ul>
          }
        >
          <MachineViews orgId={orgId} onNavigate={onClick} />
        </Suspense>
      )}
    </li>
  );
}
