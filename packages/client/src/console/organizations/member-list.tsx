import type { Member } from '@berth/contract/api/organizations';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/store.ts';
import styles from './member-list.module.css';

/** Who belongs to an organisation, and as what. */
export function MemberList({ members }: { readonly members: readonly Member[] }): ReactNode {
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
        </li>
      ))}
    </ul>
  );
}
