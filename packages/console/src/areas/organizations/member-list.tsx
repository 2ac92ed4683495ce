import type { Member } from '@berth/contract/api/organizations';
import { GIVEN_ROLES, type GivenRole } from '@berth/contract/rules/permissions';
import { usePerson } from '@berth/web/data/auth/person.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconCheck, IconChevronDown, IconUserMinus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { IN_CONTENT } from '../../ui/page.tsx';
import styles from './member-list.module.css';

interface MemberListProps {
  readonly members: readonly Member[];
  /**
   * What the user may do to other members; undefined without permission. The owner cannot be changed (spec chapter 6).
   */
  readonly change?: MemberChanges | undefined;
  /** Ends the user's own membership; undefined for the owner. */
  readonly onLeave?: (() => void) | undefined;
}

interface MemberChanges {
  readonly remove: (member: Member) => void;
  readonly setRole: (member: Member, role: GivenRole) => void;
}

/** The members of an organization with their roles. */
export function MemberList({ members, change, onLeave }: MemberListProps): ReactNode {
  const { t } = useTexts();
  const own = usePerson()?.email.toLowerCase();
  return (
    <ul className={styles.list}>
      {members.map((member) => {
        const isOwn = member.email.toLowerCase() === own;
        const changeable = change !== undefined && member.role !== 'owner';
        return (
          <li key={member.email} className={styles.row}>
            <span className={styles.initial} aria-hidden>
              {[...member.email][0]?.toUpperCase()}
            </span>
            <span className={styles.email}>
              {member.email}
              {isOwn && <span className={styles.role}> · {t('members.you')}</span>}
            </span>
            {changeable ? (
              <RoleMenu member={member} onChange={(role) => change.setRole(member, role)} />
            ) : (
              <span className={styles.role}>{t(`console.role.${member.role}`)}</span>
            )}
            {isOwn && onLeave && (
              <Button variant="default" onClick={onLeave}>
                {t('members.leave')}
              </Button>
            )}
            {changeable && !isOwn && (
              <ActionIcon
                variant="subtle"
                size={36}
                aria-label={t('console.member.removeOf', { email: member.email })}
                onClick={() => change.remove(member)}
              >
                <IconUserMinus size={18} stroke={1.5} aria-hidden />
              </ActionIcon>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface RoleMenuProps {
  readonly member: Member;
  readonly onChange: (role: GivenRole) => void;
}

/** A member's role, and the other roles to choose from. */
function RoleMenu({ member, onChange }: RoleMenuProps): ReactNode {
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
