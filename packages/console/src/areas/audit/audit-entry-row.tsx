import type { ListedAuditEntry } from '@berth/contract/api/audit';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { ReactNode } from 'react';
import { Facts } from '../parts/facts.tsx';
import styles from './audit.module.css';
import { actionText, actorText, commandText } from './words.ts';

/** The first part of an ID that is meaningless to people; anything else, such as an invoice number, unchanged. */
function shortOf(id: string | null): string | undefined {
  return id?.replace(/^([0-9a-f]{8})[0-9a-f-]{24,}$/, '$1');
}

/** One entry: who did what and when; expanded, all its recorded details. */
export function AuditEntryRow({ entry }: { readonly entry: ListedAuditEntry }): ReactNode {
  const texts = useTexts();
  const { t, dateTime } = texts;
  const { time, actor, actorKind, action, targetKind, targetId, address, requestId, sequence, hash } = entry;
  return (
    <li className={styles.entry}>
      <details>
        <summary className={styles.summary}>
          <span className={styles.time}>{dateTime(time)}</span>
          <span className={styles.action}>{actionText(action, texts)}</span>
          <span className={styles.target}>{commandText(entry, texts) ?? entry.targetName ?? shortOf(targetId)}</span>
          <span className={styles.actor}>{actorText(entry, texts)}</span>
        </summary>
        <div className={styles.facts}>
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
      </details>
    </li>
  );
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
