import { type ProfileEditor, reportEditor } from '@berth/contract/api/profiles';
import type { ProfileId } from '@berth/contract/ids';
import { EDITOR_REPORT_MS } from '@berth/contract/limits';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { randomHex } from '@berth/web/lib/random-hex.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { queryKey } from '../../data/query.ts';
import { pointerTo } from '../../forms/controls/frame.tsx';
import type { PeopleInFields } from '../../forms/form-context.tsx';
import { Initial } from '../../ui/initial.tsx';
import { countsQuery } from '../organizations/queries.ts';
import { personName } from '../parts/person-name.ts';
import { partAt } from './form-list.ts';
import styles from './profile-head.module.css';
import type { Draft } from './use-draft.ts';

/** Delay before a moved focus is reported. */
const REST_MS = 200;
/** Interval of a hidden page: browsers allow no shorter one. */
const HIDDEN_MS = 60_000;

const NOBODY: readonly ProfileEditor[] = [];

export interface Editors {
  readonly others: readonly ProfileEditor[];
  readonly byField: PeopleInFields;
}

/** The other people who have the profile open; reports this page and its focused field to them until it closes. */
export function useEditors(id: ProfileId): Editors {
  const [page] = useState(() => randomHex(8));
  const { data: others = NOBODY, refetch } = useQuery({
    queryKey: [...queryKey(reportEditor, { params: { id } }), page],
    queryFn: ({ signal }) =>
      call(reportEditor, { params: { id }, body: { page, field: fieldOf(document.activeElement) }, signal }),
    refetchInterval: () => (document.hidden ? HIDDEN_MS : EDITOR_REPORT_MS),
    refetchIntervalInBackground: true,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const onMove = useDebouncedCallback(() => void refetch(), REST_MS);
  useEffect(() => {
    const leave = () => {
      const body = { page, field: null, leaves: true };
      // Outlives the page. If it is lost, the server drops the page after a while.
      call(reportEditor, { params: { id }, body, keepalive: true }).catch(() => undefined);
    };
    addEventListener('pagehide', leave);
    addEventListener('focusin', onMove);
    addEventListener('focusout', onMove);
    return () => {
      removeEventListener('pagehide', leave);
      removeEventListener('focusin', onMove);
      removeEventListener('focusout', onMove);
      leave();
    };
  }, [id, page, onMove]);
  const byField = useMemo(() => {
    const inFields = others.flatMap(({ email, field }) => (field === null ? [] : [{ email, field }]));
    const people = Map.groupBy(inFields, ({ field }) => field);
    return new Map([...people].map(([field, each]) => [field, each.map(({ email }) => email)]));
  }, [others]);
  return { others, byField };
}

/** JSON pointer into the definition of the field that contains an element. */
function fieldOf(element: Element | null): string | null {
  const path = element?.closest<HTMLElement>('[data-path]')?.dataset.path;
  const form = element?.closest<HTMLElement>('[data-pointer]')?.dataset.pointer;
  return path === undefined || form === undefined ? null : pointerTo(form, path);
}

interface EditorsListProps {
  readonly others: readonly ProfileEditor[];
  /** Navigates to the field at a pointer into the definition. */
  readonly onFind: (pointer: string) => void;
}

/** The other people in the profile, with links to the fields they are in. */
export function EditorsList({ others, onFind }: EditorsListProps): ReactNode {
  const { t } = useTexts();
  if (others.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={t('console.editors.label')}>
      {others.map(({ email, field }) => {
        const page = field === null ? undefined : partAt(field)?.page;
        const label = page
          ? t('console.editors.on', { name: email, page: t(page.label) })
          : t('console.editors.open', { name: email });
        return (
          <li key={email}>
            {field !== null && page ? (
              <button type="button" className={styles.person} onClick={() => onFind(field)}>
                <Initial name={email} label={label} />
              </button>
            ) : (
              <Initial name={email} label={label} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The number of the profile's machines, and its revision. */
export function ProfileFacts({ draft: { base } }: { readonly draft: Draft }): ReactNode {
  const { t, relative } = useTexts();
  const where = { profileId: base.id };
  const machines = useQuery(countsQuery(base.organizationId, where)).data?.total;
  return (
    <span className={styles.facts}>
      {machines !== undefined && (
        <Link to={`${paths.machines()}?${new URLSearchParams({ profile: base.id, seen: 'all' })}`}>
          {t('console.profile.usedBy', { count: machines })}
        </Link>
      )}
      <span
        title={t('console.profile.saved', {
          revision: base.revision,
          author: personName(t, base.updatedBy),
          when: relative(base.updatedAt, Date.now()),
        })}
      >
        {t('console.profile.revision', { revision: base.revision })}
      </span>
    </span>
  );
}
