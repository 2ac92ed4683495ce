import { ORGANIZATION_PARAMETER } from '@berth/contract/rules/alerts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { Menu, UnstyledButton } from '@mantine/core';
import { IconCheck, IconPlus, IconSelector, IconStack2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { askForOrganization } from '../organizations/create-organization.tsx';
import { useActiveOrganization, useIsRolePending, useOrganizations } from '../organizations/queries.ts';
import styles from './menu-button.module.css';

/** Number of organizations in the menu; more are on the page. */
const SHOWN = 8;

/** Shows the active organization and switches to another. */
export function OrganizationMenu({ onNavigate }: { readonly onNavigate?: (() => void) | undefined }): ReactNode {
  const { t } = useTexts();
  const navigate = useNavigate();
  const active = useActiveOrganization();
  const id = useActiveOrganizationId();
  const organizations = useOrganizations() ?? [];
  const isLoading = useIsRolePending() && id !== null;
  const go = (path: string) => {
    onNavigate?.();
    void navigate(path);
  };
  const create = async () => {
    onNavigate?.();
    if ((await askForOrganization()) !== undefined) await navigate(paths.overview());
  };
  return (
    <Menu position="bottom-start" width="target" withinPortal={false}>
      <Menu.Target>
        <UnstyledButton className={styles.button} data-boxed data-tour="organization-menu">
          <span className={styles.words}>
            <span className="visually-hidden">{t('console.nav.switch')}: </span>
            <span className={styles.first}>{active?.name ?? (isLoading ? null : t('console.nav.choose'))}</span>
            {active && (
              <span className={styles.second}>
                {t(`console.tier.${active.mgmtTier}`)} · {t(`console.role.${active.role}`)}
              </span>
            )}
            {isLoading && <span className={styles.second} />}
          </span>
          <IconSelector size={18} stroke={1.5} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {organizations.slice(0, SHOWN).map((organization) => (
          <Menu.Item
            key={organization.id}
            rightSection={organization.id === active?.id ? <IconCheck size={16} aria-hidden /> : null}
            // The address names it: a page with unsaved changes may stay, and its organization with it.
            onClick={() => go(`${paths.machines()}?${ORGANIZATION_PARAMETER}=${organization.id}`)}
          >
            {organization.name}
          </Menu.Item>
        ))}
        {organizations.length > 0 && <Menu.Divider />}
        <Menu.Item
          leftSection={<IconStack2 size={18} stroke={1.5} aria-hidden />}
          onClick={() => go(paths.organizationSelect())}
        >
          {t('console.nav.all')}
        </Menu.Item>
        <Menu.Item leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />} onClick={() => void create()}>
          {t('console.org.create')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
