import type { Machine } from '@berth/contract/api/machines';
import { shortId } from '@berth/contract/rules/names';
import type { MessageKey } from '@berth/web/i18n/keys.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useNow } from '../../parts/use-now.ts';
import { LiveCell } from '../live.tsx';
import { CloneMark, MachineStatus, RevisionStatus } from '../machine-status.tsx';
import { TagList } from '../tags.tsx';
import styles from './columns.module.css';

export interface MachineColumn {
  /** The name it sorts by, as in the address (filter.ts). */
  readonly id: string;
  readonly header: MessageKey;
  /** CSS grid track. */
  readonly track: string;
  readonly sorts: boolean;
  readonly cell: (machine: Machine, profileName: string) => ReactNode;
  /** On phones: in the first line, below it, or not shown. */
  readonly narrow: 'first' | 'below' | 'hidden';
  /** Shown unless somebody chooses otherwise. */
  readonly usual: boolean;
}

/** The machines table's columns, what an administrator looks for first on the left. */
export const COLUMNS: readonly MachineColumn[] = [
  {
    id: 'name',
    header: 'common.name',
    track: 'minmax(0, 3.2fr)',
    sorts: true,
    narrow: 'first',
    usual: true,
    cell: (machine) => (
      <span className={styles.name}>
        <Link to={paths.machine(machine.id)} title={machine.name}>
          {machine.name}
        </Link>
        {machine.name !== shortId(machine.id) && <span className={styles.id}>{shortId(machine.id)}</span>}
      </span>
    ),
  },
  {
    ...column('screen', 'machines.live.title', '72px', 'hidden', false, (machine) => (
      <LiveCell key={machine.id} machine={machine} />
    )),
    sorts: false,
  },
  column('state', 'console.column.state', 'minmax(152px, 1.5fr)', 'below', true, (machine) => (
    <span className={styles.states}>
      <MachineStatus machine={machine} />
      {machine.clone && <CloneMark />}
    </span>
  )),
  column('profile', 'console.column.profile', 'minmax(0, 1.8fr)', 'hidden', true, (_, name) => name),
  column('revision', 'console.column.revision', 'minmax(164px, 2fr)', 'below', true, (machine) => (
    <RevisionStatus machine={machine} />
  )),
  {
    ...column('tags', 'machines.column.tags', 'minmax(0, 1.5fr)', 'hidden', false, ({ tags }) => (
      <TagList tags={tags} />
    )),
    sorts: false,
  },
  // As wide as "connected now" in the longest language: it stands in most rows.
  column('seen', 'console.column.seen', 'minmax(112px, 1.5fr)', 'hidden', true, (machine) => (
    <LastSeen machine={machine} />
  )),
  column('version', 'machines.column.version', 'minmax(0, 1fr)', 'hidden', false, (machine) => machine.agentVersion),
  column('deployment', 'machines.column.deployment', 'minmax(0, 1.2fr)', 'hidden', false, ({ deployment }) => (
    <Word word={`console.deployment.${deployment}`} />
  )),
  column('registered', 'machines.column.registered', 'minmax(0, 1.2fr)', 'hidden', false, ({ registeredAt }) => (
    <Day instant={registeredAt} />
  )),
];

export const USUAL_COLUMNS: readonly string[] = COLUMNS.filter(({ usual }) => usual).map(({ id }) => id);

function column(
  id: string,
  header: MessageKey,
  track: string,
  narrow: MachineColumn['narrow'],
  usual: boolean,
  cell: MachineColumn['cell'],
): MachineColumn {
  return { id, header, track, narrow, usual, cell, sorts: true };
}

function Word({ word }: { readonly word: MessageKey }): ReactNode {
  return useTexts().t(word);
}

function Day({ instant }: { readonly instant: string }): ReactNode {
  const { date, dateTime } = useTexts();
  return (
    <time className={styles.muted} dateTime={instant} title={dateTime(instant)}>
      {date(instant)}
    </time>
  );
}

function LastSeen({ machine }: { readonly machine: Machine }): ReactNode {
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
