import { type ProfileImpact, previewProfile } from '@berth/contract/api/impact';
import type { ProfileDifference } from '@berth/contract/api/profiles';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { patchedPointers } from '../../../lib/merge-patch.ts';
import { Panel } from '../../../ui/page.tsx';
import { placeOf, shownValue } from '../differences.tsx';
import type { Draft } from '../use-draft.ts';
import styles from './draft-impact.module.css';

/** Delay of the question to the server while the profile is edited. */
const REST_MS = 600;

/**
 * What saving the draft would change, and on how many machines; each change can be discarded by itself. Empty without
 * changes, and while the draft has faults.
 */
export function DraftImpact({ draft }: { readonly draft: Draft }): ReactNode {
  const { t } = useTexts();
  const { base, definition, isChanged, faults, patch } = draft;
  const [settled] = useDebouncedValue(definition, REST_MS);
  const isKnown = isChanged && faults.length === 0;
  const { data } = useQuery({
    queryKey: [previewProfile.id, base.id, base.revision, settled],
    queryFn: () => call(previewProfile, { params: { id: base.id }, body: { definition: settled } }),
    enabled: isKnown && settled === definition,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  if (!isKnown || !data) return null;
  const pointers = patchedPointers(patch);
  const groups = pointers.map((pointer) => ({ pointer, changes: data.changes.filter(isWithin(pointer)) }));
  return (
    <Panel flush title={t('console.impact.would')}>
      <p className={styles.machines}>
        {t('console.impact.machines', { total: data.machines.total, online: data.machines.online })}{' '}
        <Interrupted interrupted={data.interrupted} />
      </p>
      <ul className={styles.changes}>
        {groups.map(({ pointer, changes }) => (
          <Changes key={pointer} changes={changes} onDiscard={() => draft.restore(pointer)} />
        ))}
      </ul>
    </Panel>
  );
}

function Interrupted({ interrupted }: Pick<ProfileImpact, 'interrupted'>): ReactNode {
  const { t } = useTexts();
  const titles = interrupted.sessions.map(({ title }) => title).join(', ');
  return (
    <>
      {titles === '' ? t('console.impact.none') : t('console.impact.closes', { titles })}
      {interrupted.network && ` ${t('console.impact.network')}`}
    </>
  );
}

interface ChangesProps {
  /** Of one field, or of one list. */
  readonly changes: readonly ProfileDifference[];
  readonly onDiscard: () => void;
}

function Changes({ changes, onDiscard }: ChangesProps): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const [first] = changes;
  if (!first) return null;
  const value = (side: unknown) => (side === undefined ? t('console.history.nothing') : shownValue(side, texts));
  return (
    <li className={styles.change}>
      <div className={styles.values}>
        {changes.map(({ path, before, after }) => (
          <div key={path}>
            <div className={styles.field}>{placeOf(path, texts)}</div>
            <div className={styles.value}>
              <del>{value(before)}</del> <span aria-hidden>→</span> <ins>{value(after)}</ins>
            </div>
          </div>
        ))}
      </div>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={t('console.impact.discard.of', { name: placeOf(first.path, texts) })}
        onClick={onDiscard}
      >
        {t('console.impact.discard')}
      </Button>
    </li>
  );
}

function isWithin(pointer: string): (difference: ProfileDifference) => boolean {
  const whole = `/definition${pointer}`;
  return ({ path }) => path === whole || path.startsWith(`${whole}/`);
}
