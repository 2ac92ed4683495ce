import { IconBuilding, IconDeviceDesktop, IconLayoutDashboard, IconUsers, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, NavLink } from 'react-router';
import { paths } from '../../app/paths/paths.ts';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { useTexts } from '../../i18n/store.ts';
import { BrandMark } from '../parts/brand-mark.tsx';
import { AccountMenu } from './account-menu.tsx';
import { OrganizationMenu } from './organization-menu.tsx';
import styles from './sidebar.module.css';

/** The way around the console. On phones it comes as a drawer, which `onNavigate` closes. */
export function Sidebar({ onNavigate }: { readonly onNavigate?: () => void }): ReactNode {
  const { t } = useTexts();
  const id = useActiveOrganizationId();
  return (
    <div className={styles.sidebar}>
      <Link className={styles.brand} to={paths.manage()} onClick={onNavigate}>
        <BrandMark size={28} />
        {t('common.product')}
      </Link>
      <OrganizationMenu onNavigate={onNavigate} />
      <nav className={styles.nav} aria-label={t('console.nav.label')}>
        {id !== null && (
          <ul>
            <Entry icon={IconDeviceDesktop} to={paths.machines()} onClick={onNavigate}>
              {t('console.nav.machines')}
            </Entry>
            <Entry icon={IconLayoutDashboard} to={paths.profiles()} also="/manage/profile/" onClick={onNavigate}>
              {t('console.nav.profiles')}
            </Entry>
            <Entry icon={IconUsers} to={paths.users()} onClick={onNavigate}>
              {t('console.nav.users')}
            </Entry>
            <Entry icon={IconBuilding} to={paths.organization(id)} onClick={onNavigate}>
              {t('console.nav.organization')}
            </Entry>
          </ul>
        )}
      </nav>
      <AccountMenu />
    </div>
  );
}

interface EntryProps {
  readonly icon: TablerIcon;
  readonly to: string;
  /** Another beginning of addresses that this entry stands for. */
  readonly also?: string;
  readonly children: ReactNode;
  readonly onClick?: (() => void) | undefined;
}

function Entry({ icon: Icon, to, also, children, onClick }: EntryProps): ReactNode {
  const isInside = also !== undefined && location.pathname.startsWith(also);
  return (
    <li>
      <NavLink
        to={to}
        className={({ isActive }) => `${styles.entry} ${isActive || isInside ? styles.active : ''}`}
        onClick={onClick}
      >
        <Icon size={20} stroke={1.5} aria-hidden />
        {children}
      </NavLink>
    </li>
  );
}
