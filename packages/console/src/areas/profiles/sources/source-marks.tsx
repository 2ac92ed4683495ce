import { listProfileSources, type ProfileField } from '@berth/contract/api/impact';
import type { Profile } from '@berth/contract/api/profiles';
import { covers } from '@berth/contract/layers/merge';
import { pathIn } from '@berth/contract/layers/paths';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { Texts } from '@berth/web/i18n/texts.ts';
import { IconInfoCircle, IconLock, IconStack2, type TablerIcon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useRef } from 'react';
import { read } from '../../../data/query.ts';
import type { FieldMark } from '../../../forms/form-context.tsx';
import { fieldName } from '../form-list.ts';
import type { Draft } from '../use-draft.ts';
import { openSource } from './source-dialog.tsx';
import styles from './source-marks.module.css';

export type FieldLayer = ProfileField['layers'][number];

/** Layers that have a say at a path, from below: what they set there, and what they lock around it. */
export function layersAt(fields: readonly ProfileField[], path: string): FieldLayer[] {
  const own = fields.find((field) => field.path === path)?.layers ?? [];
  const around = fields
    .filter((field) => field.path !== path && covers(field.path, path))
    .flatMap(({ layers }) => layers.filter(({ locks, kind }) => locks || kind === 'off'));
  return [...around.filter(({ id }) => !own.some((each) => each.id === id)), ...own];
}

/**
 * A quiet mark beside each field of a profile: where its value comes from, and what hides it. It stands out where layers
 * have a say; elsewhere it appears under the pointer. Undefined until the layers are known.
 */
export function useSourceMarks(profile: Profile, draft: Draft): FieldMark | undefined {
  const { data } = useQuery(read(listProfileSources, { params: { id: profile.id } }));
  // Marks name the draft's entries, but do not render with each letter.
  const latest = useRef(draft);
  latest.current = draft;
  const fields = useMemo(() => data?.fields ?? [], [data]);
  const mark = useCallback<FieldMark>(
    (pointer) => <Mark pointer={pointer} fields={fields} profile={profile} draft={latest} />,
    [fields, profile],
  );
  return data && mark;
}

interface MarkProps {
  readonly pointer: string;
  readonly fields: readonly ProfileField[];
  readonly profile: Profile;
  readonly draft: { readonly current: Draft };
}

function Mark({ pointer, fields, profile, draft }: MarkProps): ReactNode {
  const texts = useTexts();
  const path = pathIn(draft.current.definition, pointer);
  const layers = layersAt(fields, path);
  const { icon: Icon, text } = standing(layers, texts.t);
  const label = texts.t('forms.source.open', { field: fieldName(texts, pointer) });
  return (
    <button
      type="button"
      className={styles.mark}
      data-quiet={layers.length === 0 || undefined}
      // Fields without layers are many: a stop at each would double the way by keyboard.
      tabIndex={layers.length === 0 ? -1 : undefined}
      // A quiet mark is named by its title alone: it is no second label of the field.
      aria-label={text === undefined ? undefined : `${label}: ${text}`}
      title={text ?? label}
      onClick={() => void openSource({ path, pointer, layers, profile, definition: draft.current.definition })}
    >
      <Icon size={16} stroke={1.75} aria-hidden />
    </button>
  );
}

/** The most important thing to know: what a lock forbids, what hides the profile's value, where it comes from. */
function standing(layers: readonly FieldLayer[], t: Texts['t']): { readonly icon: TablerIcon; readonly text?: string } {
  const lock = layers.find(({ locks }) => locks);
  if (lock) return { icon: IconLock, text: t('forms.source.locked', { layer: lock.name }) };
  const above = layers.findLast(({ scope, machines }) => scope !== 'organization' && machines > 0);
  if (above) {
    const count = layers.filter(({ scope }) => scope !== 'organization').reduce((sum, each) => sum + each.machines, 0);
    return { icon: IconStack2, text: t('forms.source.hidden', { count, layer: above.name }) };
  }
  const below = layers.findLast(({ scope, machines }) => scope === 'organization' && machines > 0);
  if (below) return { icon: IconStack2, text: t('forms.source.from', { layer: below.name }) };
  if (layers.length > 0) return { icon: IconStack2, text: t('forms.source.covered') };
  return { icon: IconInfoCircle };
}
