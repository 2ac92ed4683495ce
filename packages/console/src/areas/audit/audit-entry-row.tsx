import type { ListedAuditEntry } from '@berth/contract/api/audit';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Facts } from '../parts/facts.tsx';
import { useKept } from '../parts/list-memory.ts';
import styles from './audit.module.css';
import { BatchResults } from './batch-results.tsx';
import { type AuditGroup, targetPath } from './entries.ts';
import { UndoEntry } from './undo-entry.tsx';
import { actionText, actorText, commandText, machinesOf } from './words.ts';

/** The first part of an ID that is meaningless to people; anything else, such as an invoice number, unchanged. */
function shortOf(id: string | null): string | undefined {
  return id?.replace(/^([0-9a-f]{8})[0-9a-f-]{24,}$/, '$1');
}

interface AuditEntryRowProps {
  readonly entry: ListedAuditEntry;
  /** With its day, for lists without headings by day. */
  readonly withDate?: boolean;
  /** Without its target, for the list of one target. */
  readonly withoutTarget?: boolean;
}

/** One entry: when, who, what, and to what; expanded, all its recorded details. */
export function AuditEntryRow({ entry, withDate = false, withoutTarget = false }: AuditEntryRowProps): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const { actor, actorKind, action, targetKind, targetId, address, requestId, sequence, hash } = entry;
  const machines = machinesOf(entry);
  return (
    <Row
      entry={entry}
      withDate={withDate}
      what={commandText(entry, texts) ?? actionText(action, texts)}
      target={
        withoutTarget ? null : machines === undefined ? (
          <Target entry={entry} />
        ) : (
          t('audit.machines', { count: machines })
        )
      }
    >
      {() => (
        <div className={styles.facts}>
          <UndoEntry entry={entry} />
          {targetKind === 'batch' && machines !== undefined && <BatchResults entry={entry} />}
          <Facts
            facts={[
              [t('audit.actionId'), <code key="action">{action}</code>],
              [t('audit.actor'), `${actor} (${t(`audit.actor.${actorKind}`)})`],
              [t('audit.target'), targetId === null ? '–' : `${targetKind} ${targetId}`],
              [t('audit.address'), address ?? '–'],
              [t('audit.request'), requestId ?? '–'],
              [t('audit.sequence'), `${sequence}`],
              [t('audit.hash'), <code key="hash">{hash}</code>],
            ]}
          />
          <Content name={t('audit.before')} value={entry.before} />
          <Content name={t('audit.after')} value={entry.after} />
        </div>
      )}
    </Row>
  );
}

/** A group of entries with different targets; expanded, each of them. */
export function AuditGroupRow({ group: { entries } }: { readonly group: AuditGroup }): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const [entry] = entries;
  if (entries.length === 1) return <AuditEntryRow entry={entry} />;
  const count = new Set(entries.map(({ targetId }) => targetId)).size;
  return (
    <Row
      isGroup
      entry={entry}
      what={commandText(entry, texts) ?? actionText(entry.action, texts)}
      target={t(entry.targetKind === 'machine' && count > 1 ? 'audit.machines' : 'audit.times', {
        count: entry.targetKind === 'machine' && count > 1 ? count : entries.length,
      })}
    >
      {() => (
        <ul className={styles.inner} aria-label={t('audit.entries')}>
          {entries.map((each) => (
            <AuditEntryRow key={each.sequence} entry={each} />
          ))}
        </ul>
      )}
    </Row>
  );
}

interface RowProps extends AuditEntryRowProps {
  readonly isGroup?: boolean;
  readonly what: string;
  readonly target: ReactNode;
  /** Rendered once it is expanded. */
  readonly children: () => ReactNode;
}

function Row({ entry, isGroup = false, withDate = false, what, target, children }: RowProps): ReactNode {
  const texts = useTexts();
  const { time, dateTime } = texts;
  const [isOpen, setOpen] = useKept(`audit-entry ${entry.sequence} ${isGroup}`, false);
  const who = actorText(entry, texts);
  return (
    <li className={styles.entry} data-open={isOpen || undefined}>
      <div className={styles.summary}>
        <time className={styles.time} dateTime={entry.time} title={dateTime(entry.time)}>
          {withDate ? dateTime(entry.time) : time(entry.time)}
        </time>
        <span className={styles.actor} data-kind={entry.actorKind} title={who}>
          {who}
        </span>
        <span className={styles.action}>
          {/* The whole row toggles; the target's link lies above. */}
          <button type="button" className={styles.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {what}
          </button>
        </span>
        <span className={styles.target}>{target}</span>
      </div>
      {isOpen && children()}
    </li>
  );
}

function Target({ entry }: { readonly entry: ListedAuditEntry }): ReactNode {
  const path = targetPath(entry);
  const name = entry.targetName ?? shortOf(entry.targetId);
  return path === undefined ? name : <Link to={path}>{name}</Link>;
}

function Content({ name, value }: { readonly name: string; readonly value: unknown }): ReactNode {
  if (value === null || value === undefined) return null;
  return (
    <section>
      <h3 className={styles.name}>{name}</h3>
      <pre className={styles.content}>{JSON.stringify(value, null, 2)}</pre>
    </section>
  );
}
