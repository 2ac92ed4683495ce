import { type ListedAuditEntry, listAudit } from '@berth/contract/api/audit';
import type { OrganizationId } from '@berth/contract/ids';
import { usePerson } from '@berth/web/data/auth/person.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { lastVisit } from '../../data/last-visit.ts';
import { read } from '../../data/query.ts';
import { Panel } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { type AuditGroup, groupEntries, targetPath } from '../audit/entries.ts';
import { actionText, actorText, commandText } from '../audit/words.ts';
import { LoadError } from '../parts/loading.tsx';
import { useNow } from '../parts/use-now.ts';
import styles from './changes.module.css';

/** Number of requested entries, and of shown lines: a change of many machines is one line. */
const ASKED = 100;
const SHOWN = 7;
const POLL_MS = 60_000;
const WEEK_MS = 6 * 86_400_000;

/** What others changed since the person's last visit; without any, the latest changes made by people. */
export function RecentChanges({ orgId }: { readonly orgId: OrganizationId }): ReactNode {
  const { t, time, dateTime, weekday } = useTexts();
  const person = usePerson();
  // Fixed while the page is open, so that new entries stay new.
  const [since] = useState(() => lastVisit(orgId));
  const where = { and: [{ actorKind: 'person' }, { action: { nin: ['machineActions.screenViewed'] } }] };
  const filter = JSON.stringify({ where, limit: ASKED });
  /** The weekday and time, or the date of a visit that is longer ago. */
  const whenText = (instant: string) => {
    const day = new Date(instant);
    if (Date.now() - day.getTime() > WEEK_MS) return dateTime(instant);
    return `${weekday((day.getDay() + 6) % 7, 'long')}, ${time(instant)}`;
  };
  const { data, error, refetch } = useQuery({
    ...read(listAudit, { params: { id: orgId }, query: { filter } }),
    refetchInterval: POLL_MS,
  });
  if (data?.length === 0) return null;
  const isNew = (entry: ListedAuditEntry) => since !== null && entry.time > since && entry.actorId !== person?.id;
  const news = (data ?? []).filter(isNew);
  const title = news.length > 0 ? 'machines.dashboard.since' : 'machines.dashboard.changes';
  const last = since === null ? undefined : whenText(since);
  return (
    <Panel
      flush
      title={t(title)}
      {...(data && last && { note: news.length > 0 ? last : t('machines.dashboard.since.none', { when: last }) })}
      actions={<Link to={paths.audit()}>{t('console.nav.audit')}</Link>}
    >
      {error && !data && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && (
        <div className={styles.loading} aria-busy="true">
          <SkeletonLines count={4} />
        </div>
      )}
      <ul className={styles.changes}>
        {groupEntries(news.length > 0 ? news : (data ?? []))
          .slice(0, SHOWN)
          .map((group) => (
            <Change key={group.entries[0].sequence} group={group} />
          ))}
      </ul>
    </Panel>
  );
}

function Change({ group: { entries } }: { readonly group: AuditGroup }): ReactNode {
  const texts = useTexts();
  const { t, relative, dateTime } = texts;
  const now = useNow();
  const [entry] = entries;
  const path = targetPath(entry);
  const targets = new Set(entries.map(({ targetId }) => targetId)).size;
  const target = commandText(entry, texts) ?? entry.targetName;
  const who = actorText(entry, texts);
  return (
    <li className={styles.change}>
      <span className={styles.initial} aria-hidden>
        {who.slice(0, 1).toUpperCase()}
      </span>
      <span className={styles.who} title={who}>
        {who.replace(/@.*/, '')}
      </span>
      <span className={styles.what}>
        {actionText(entry.action, texts)}
        {targets === 1 && target !== null && ' '}
        {targets === 1 && target !== null && (path ? <Link to={path}>{target}</Link> : <span>{target}</span>)}
        {targets > 1 && <Link to={paths.audit()}>{t('machines.dashboard.times', { count: targets })}</Link>}
      </span>
      <time className={styles.when} dateTime={entry.time} title={dateTime(entry.time)}>
        {relative(entry.time, now)}
      </time>
    </li>
  );
}
