import { type Machine, readMachineContext } from '@berth/contract/api/machines';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { read } from '../../../data/query.ts';
import { Panel } from '../../../ui/page.tsx';
import { profilesQuery } from '../../organizations/queries.ts';
import type { Settings } from '../../parts/use-settings-draft.ts';
import { RevisionStatus, revisionStateOf } from '../machine-status.tsx';
import listStyles from './list-panel.module.css';
import styles from './machine-page.module.css';

/** In what the machine is not as its profile says: an older revision, parts that it refused, settings of its own. */
export function DifferencePanel({ machine }: { readonly machine: Machine }): ReactNode {
  const { t } = useTexts();
  const { id, profileId, organizationId, messages } = machine;
  const profile = useQuery(profilesQuery(organizationId)).data?.find((each) => each.id === profileId);
  const own = ownSettings(machine, useQuery(read(readMachineContext, { params: { id } })).data);
  if (!profile) return null;
  const isPending = revisionStateOf(machine) === 'pending';
  const rows = [
    ...(isPending ? [<RevisionStatus key="revision" machine={{ ...machine, messages: [] }} />] : []),
    ...messages.map((message) => <span key={message}>{message}</span>),
    ...(own > 0
      ? [
          <Link key="own" to={paths.machine(id, 'settings')}>
            {t('machines.differs.own', { count: own })}
          </Link>,
        ]
      : []),
  ];
  return (
    <Panel title={t('machines.differs.title', { profile: profile.name })} flush>
      {rows.length === 0 ? (
        <p className={listStyles.padded}>{t('machines.differs.none')}</p>
      ) : (
        <ul className={listStyles.list}>
          {rows.map((row) => (
            <li key={row.key} className={styles.difference}>
              {row}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** Phone and calendar of variants that have them, where they are set up. */
function ownSettings({ deployment }: Machine, settings: Settings | undefined): number {
  if (deployment !== 'flex' && deployment !== 'smartconference') return 0;
  const { sip, calendar_integration: calendar } = (settings ?? {}) as {
    readonly sip?: { readonly enabled?: boolean };
    readonly calendar_integration?: { readonly url?: string };
  };
  return [sip?.enabled, calendar?.url].filter((set) => set).length;
}
