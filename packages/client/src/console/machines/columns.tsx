import type { MachineRuntime } from '@berth/contract/api/machines';
import { shortId } from '@berth/contract/rules/short-id';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../app/paths/paths.ts';
import { useTexts } from '../../i18n/store.ts';
import type { Texts } from '../../i18n/texts.ts';
import type { Column } from '../parts/data-table.tsx';
import { useNow } from '../parts/use-now.ts';
import styles from './columns.module.css';
import { MachineMenu } from './machine-menu.tsx';
import { MACHINE_STATES, revisionStateOf, stateOf } from './machine-state.ts';
import { MachineStatus, RevisionStatus } from './machine-status.tsx';

/** The machines table's columns, what an administrator looks for first on the left. */
export function machineColumns(
  { t }: Texts,
  profileName: (machine: MachineRuntime) => string,
): readonly Column<MachineRuntime>[] {
  return [
    {
      id: 'name',
      header: t('common.name'),
      track: 'minmax(0, 2.5fr)',
      narrow: 'first',
      value: (machine) => machine.name,
      cell: (machine) => (
        <span className={styles.name}>
          <Link to={paths.machine(machine.id)}>{machine.name}</Link>
          <span className={styles.id}>{shortId(machine.id)}</span>
        </span>
      ),
    },
    {
      id: 'state',
      header: t('console.column.state'),
      track: 'minmax(0, 1.5fr)',
      narrow: 'below',
      value: (machine) => MACHINE_STATES.indexOf(stateOf(machine)),
      cell: (machine) => <MachineStatus machine={machine} />,
    },
    {
      id: 'profile',
      header: t('console.column.profile'),
      track: 'minmax(0, 2fr)',
      narrow: 'hidden',
      value: profileName,
      cell: (machine) => profileName(machine),
    },
    {
      id: 'revision',
      header: t('console.column.revision'),
      track: 'minmax(0, 2fr)',
      narrow: 'below',
      value: (machine) => `${revisionStateOf(machine)} ${machine.appliedRevision ?? 0}`,
      cell: (machine) => <RevisionStatus machine={machine} />,
    },
    {
      id: 'seen',
      header: t('console.column.seen'),
      track: 'minmax(0, 1.5fr)',
      narrow: 'hidden',
      value: (machine) => (machine.online ? '~' : (machine.lastSeen ?? '')),
      cell: (machine) => <LastSeen machine={machine} />,
    },
    {
      id: 'actions',
      header: t('console.column.actions'),
      quiet: true,
      track: '40px',
      narrow: 'end',
      cell: (machine) => <MachineMenu machine={machine} />,
    },
  ];
}

function LastSeen({ machine }: { readonly machine: MachineRuntime }): ReactNode {
  const { t, relative, dateTime } = useTexts();
  const now = useNow();
  if (machine.online) return <span className={styles.muted}>{t('console.seen.now')}</span>;
  if (machine.lastSeen === null) return <span className={styles.muted}>{t('console.seen.never')}</span>;
  return (
    <time className={styles.muted} dateTime={machine.lastSeen} title={dateTime(machine.lastSeen)}>
      {relative(machine.lastSeen, now)}
    </time>
  );
}
