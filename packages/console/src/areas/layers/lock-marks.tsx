import { type Layer, type LayerSummary, listLayers, readLayer } from '@berth/contract/api/layers';
import { covers } from '@berth/contract/layers/merge';
import { pathIn } from '@berth/contract/layers/paths';
import { useTexts } from '@berth/web/i18n/store.ts';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useRef } from 'react';
import { read } from '../../data/query.ts';
import type { FieldMark } from '../../forms/form-context.tsx';
import { fieldName } from '../profiles/form-list.ts';
import styles from '../profiles/sources/source-marks.module.css';
import type { LayerDraft } from './use-layer-draft.ts';

/** Finds the layer below that locks a path, so that nothing set there has an effect. */
export type LockBelow = (path: string) => Pick<Layer, 'name'> | undefined;

/**
 * Layers whose locks hold against one at every machine: those of the organization below it, and of the same tag. What
 * another tag's layer locks depends on the machine.
 */
export function below(layer: LayerSummary, all: readonly LayerSummary[]): LayerSummary[] {
  return all.filter(({ id, scope, tag, position, lockCount }) => {
    if (id === layer.id || lockCount === 0 || scope === 'machine') return false;
    if (scope === layer.scope) return tag === layer.tag && position < layer.position;
    return scope === 'organization';
  });
}

export function useLocksBelow(layer: Layer): LockBelow {
  const { organizationId: orgId } = layer;
  const { data = [] } = useQuery(read(listLayers, { params: { orgId } }));
  const locking = useQueries({
    queries: below(layer, data).map(({ id }) => read(readLayer, { params: { orgId, layerId: id } })),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  return useCallback((path) => locking.find(({ locks }) => locks.some((lock) => covers(lock, path))), [locking]);
}

/** A mark beside each field of a layer: who locks it below, or the layer's own lock, to be set there. */
export function useLockMarks(draft: LayerDraft, lockBelow: LockBelow, mayLock: boolean): FieldMark {
  const { locks } = draft.content;
  // Marks name the draft's entries, but do not render with each letter.
  const latest = useRef(draft);
  latest.current = draft;
  return useCallback(
    (pointer) => <Mark pointer={pointer} locks={locks} lockBelow={lockBelow} mayLock={mayLock} draft={latest} />,
    [locks, lockBelow, mayLock],
  );
}

interface MarkProps {
  readonly pointer: string;
  readonly locks: readonly string[];
  readonly lockBelow: LockBelow;
  readonly mayLock: boolean;
  readonly draft: { readonly current: LayerDraft };
}

function Mark({ pointer, locks, lockBelow, mayLock, draft }: MarkProps): ReactNode {
  const texts = useTexts();
  const path = pathIn(draft.current.definition, pointer);
  const by = lockBelow(path);
  if (by) {
    const text = texts.t('forms.source.locked', { layer: by.name });
    return (
      <span className={styles.mark} role="img" aria-label={text} title={text}>
        <IconLock size={16} stroke={1.75} aria-hidden />
      </span>
    );
  }
  if (!mayLock) return null;
  const isLocked = locks.includes(path);
  const label = texts.t('machines.layers.lock', { name: fieldName(texts, pointer) });
  return (
    <button
      type="button"
      className={styles.mark}
      data-quiet={!isLocked || undefined}
      tabIndex={isLocked ? undefined : -1}
      aria-pressed={isLocked}
      aria-label={label}
      title={label}
      onClick={() => draft.current.lock(path, !isLocked)}
    >
      {isLocked ? (
        <IconLock size={16} stroke={1.75} aria-hidden />
      ) : (
        <IconLockOpen size={16} stroke={1.75} aria-hidden />
      )}
    </button>
  );
}
