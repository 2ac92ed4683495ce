import type { Member } from '@berth/contract/api/organizations';
import { ActionIcon } from '@mantine/core';
import { IconUserMinus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/store.ts';
import styles from './member-list.module.css';

interface MemberListProps {
  readonly members: readonly Member[];
  /** Removes somebody; undefined for readers who may not. The owner cannot be removed (spec chapter 6). */
  readonly onRemove?: ((member: Member) => void) | undefined;
}

/** Who belongs to an organisation, and as what. */
export function MemberList({ members, onRemove }: MemberListProps): ReactNode {
  const { t } = useTexts();
  return (
    <ul className={styles.list}>
      {members.map((member) => (
        <li key={member.email} className={styles.row}>
          <span className={styles.initial} aria-hidden>
            {[...member.email][0]?.toUpperCase()}
          </span>
          <span className={styles.email}>{member.email}</span>
          <span className={styles.role}>{t(`console.role.${member.role}`)}</span>
          {onRemove && member.role !== 'owner' && (
            <ActionIcon
              variant="subtle"
              size={36}
              aria-label={t('console.member.removeOf', { email: member.email })}
              onClick={() => onRemove(member)}
            >
              <IconUserMinus size={18} stroke={1.5} aria-hidden />
            </ActionIcon>
          )}
        </li>
      ))}
    </ul>
  );
}
