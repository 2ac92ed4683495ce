import type { Machine } from '@berth/contract/api/machines';
import { shortId } from '@berth/contract/rules/names';
import type { MessageKey } from '@berth/web/i18n/keys.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useNow } from '../../parts/use-now.ts';
import { LiveCell } from '../live.tsx';
import { MachineCondition, RevisionStatus } from '../machine-status.tsx';
import styles from './columns.module.css';
import type { SortKey } from './filter.ts';

export interface MachineColumn {
  /** Its sort key in the URL (filter.ts), if it sorts. */
  readonly id: string;
  readonly header: MessageKey;
  /** Minimum width in pixels, and share of the remaining width. */
  readonly least: number;
  readonly share: number;
  readonly sorts: boolean;
  readonly cell: (machine: Machine, profileName: string) => ReactNode;
  /** On phones: next to the check box, at the end of the line, or hidden. */
  readonly narrow: 'first' | 'below' | 'hidden';
}

/** The columns of the machines table, most important first. */
export const COLUMNS: readonly MachineColumn[] = [
  {
    ...column('name', 'common.name', [220, 3.1], (machine, profileName) => (
      <>
        <span className={styles.name}>
          <Link to={paths.machine(machine.id)} title={machine.name}>
            {machine.name}
          </Link>
          {machine.name !== shortId(machine.id) && <span className={styles.id}>{shortId(machine.id)}</span>}
        </span>
        <span className={styles.about}>
          {[machine.ipAddress, profileName, machine.loggedIn].filter((part) => part).join(' · ')}
        </span>
      </>
    )),
    narrow: 'first',
  },
  unsorted('screen', 'machines.live.title', [64, 0], (machine) => <LiveCell key={machine.id} machine={machine} />),
  // As wide as the longest status in any language.
  {
    ...column('state', 'console.column.state', [188, 0], (machine) => <MachineCondition machine={machine} />),
    narrow: 'below',
  },
  column('profile', 'console.column.profile', [96, 1.4], (_, name) => name),
  unsorted('tags', 'machines.column.tags', [104, 1.3], ({ tags }) => <Tags tags={tags} />),
  column('user', 'machines.column.user', [96, 1], ({ loggedIn }) => loggedIn),
  // Room for 15 digits and dots; the tooltip has the full IPv6 address.
  column('address', 'machines.column.address', [112, 0.2], ({ ipAddress }) => <Quiet text={ipAddress} />),
  column('model', 'machines.inventory.model', [112, 1], ({ model }) => <Quiet text={model} />),
  column('serial', 'machines.inventory.serial', [112, 0.6], ({ serial }) => <Quiet text={serial} isCode />),
  // As wide as "layers pending" and "rolling out" in any language.
  column('revision', 'console.column.revision', [192, 0.8], (machine) => <RevisionStatus machine={machine} />),
  // As wide as "connected now" in any language: most rows have it.
  column('seen', 'console.column.seen', [112, 0.6], (machine) => <LastSeen machine={machine} />),
  column('version', 'machines.column.version', [88, 0.6], ({ agentVersion }) => <Quiet text={agentVersion} />),
  column('deployment', 'machines.column.deployment', [112, 0.6], ({ deployment }) => (
    <Word word={`console.deployment.${deployment}`} />
  )),
  unsorted('note', 'machines.note', [160, 1.4], ({ note }) => <Quiet text={note} />),
  column('registered', 'machines.column.registered', [96, 0.6], ({ registeredAt }) => <Day instant={registeredAt} />),
];

/** Columns shown by default, and on wide windows. */
const USUAL = ['name', 'state', 'profile', 'tags', 'user', 'address'];
const WIDE = [...USUAL, 'model', 'serial', 'revision', 'seen'];

export function usualColumns(isWide: boolean): readonly string[] {
  return isWide ? WIDE : USUAL;
}

function column(id: SortKey, ...rest: ColumnParts): MachineColumn {
  return { ...unsorted(id, ...rest), sorts: true };
}

type ColumnParts = [header: MessageKey, width: readonly [least: number, share: number], cell: MachineColumn['cell']];

function unsorted(id: string, ...[header, [least, share], cell]: ColumnParts): MachineColumn {
  return { id, header, least, share, cell, sorts: false, narrow: 'hidden' };
}

function Quiet({ text, isCode = false }: { readonly text: string | null; readonly isCode?: boolean }): ReactNode {
  if (text === null) return null;
  return (
    <span className={isCode ? styles.code : styles.muted} title={text}>
      {text}
    </span>
  );
}

/** The first tag, and the number of others: a row is one line. */
function Tags({ tags }: Pick<Machine, 'tags'>): ReactNode {
  const [first, ...others] = tags;
  if (first === undefined) return null;
  return (
    <span className={styles.tags} title={tags.join(', ')}>
      <span className={styles.tag}>{first}</span>
      {others.length > 0 && <span className={styles.tag}>+{others.length}</span>}
    </span>
  );
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
