import type { Member } from '@berth/contract/api/organizations';
import { GIVEN_ROLES, type GivenRole } from '@berth/contract/rules/permissions';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button, Menu } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { IN_CONTENT } from '../../ui/page.tsx';
import styles from './member-list.module.css';

interface RoleMenuProps {
  readonly member: Member;
  readonly onChange: (role: GivenRole) => void;
}

/** A member's role, and the other roles to choose from. */
export function RoleMenu({ member, onChange }: RoleMenuProps): ReactNode {
  const { t } = useTexts();
  return (
    <Menu position="bottom-end" width={320} portalProps={IN_CONTENT}>
      <Menu.Target>
        <Button
          variant="subtle"
          rightSection={<IconChevronDown size={16} stroke={1.5} aria-hidden />}
          aria-label={t('members.roleOf', { email: member.email, role: t(`console.role.${member.role}`) })}
        >
          {t(`console.role.${member.role}`)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {GIVEN_ROLES.map((role) => (
          <Menu.Item
            key={role}
            onClick={() => onChange(role)}
            rightSection={role === member.role ? <IconCheck size={16} aria-hidden /> : null}
          >
            <span className={styles.roleMenu}>
              {t(`console.role.${role}`)}
              <span className={styles.what}>{t(`members.role.${role}`)}</span>
            </span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
