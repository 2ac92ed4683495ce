import { AWAY_DAYS, type FleetSummary, listTags, WARNINGS } from '@berth/contract/api/fleet';
import type { OrganizationId } from '@berth/contract/ids';
import { MACHINE_LIST_MAX_AGE_DAYS } from '@berth/contract/limits';
import { useTexts } from '@berth/web/i18n/store.ts';
import { ActionIcon, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { read } from '../../../data/query.ts';
import { useAddressText } from '../../parts/use-address-text.ts';
import { APPEARANCE, MACHINE_STATES, type MachineState } from '../machine-status.tsx';
import { SEEN } from './filter.ts';
import styles from './toolbar.module.css';
import type { MachineView } from './use-machine-view.ts';

interface ToolbarProps {
  readonly orgId: OrganizationId;
  readonly view: MachineView;
}

/** Search, and the filters by tag and by what needs looking after. */
export function Toolbar({ orgId, view }: ToolbarProps): ReactNode {
  const { t } = useTexts();
  const tags = useQuery(read(listTags, { params: { orgId } })).data ?? [];
  const search = useRef<HTMLInputElement>(null);
  useSlash(search);
  const { tag, need, seen } = view.filter;
  const { text, change } = useAddressText(view.filter.text, view.setText);
  return (
    <div className={styles.toolbar}>
      <TextInput
        ref={search}
        className={styles.search}
        type="search"
        aria-label={t('console.machines.search')}
        aria-keyshortcuts="/"
        placeholder={t('console.machines.search')}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
        rightSection={
          text === '' ? null : (
            <ActionIcon variant="subtle" aria-label={t('common.clearSearch')} onClick={() => change('')}>
              <IconX size={16} aria-hidden />
            </ActionIcon>
          )
        }
      />
      {(tags.length > 0 || tag !== undefined) && (
        <NativeSelect
          className={styles.select}
          aria-label={t('machines.filter.tag')}
          value={tag ?? ''}
          onChange={(event) => view.setTag(event.currentTarget.value || undefined)}
          data={[
            { value: '', label: t('machines.filter.tag.any') },
            ...tagOptions(tags, tag).map((each) => ({
              value: each.tag,
              label: t('machines.filter.tag.option', { tag: each.tag, count: each.machines }),
            })),
          ]}
        />
      )}
      <NativeSelect
        className={styles.select}
        aria-label={t('machines.filter.need')}
        value={need ?? seen ?? ''}
        onChange={({ currentTarget: { value } }) => {
          const chosen = WARNINGS.find((each) => each === value);
          if (chosen) view.setNeed(chosen);
          else view.setSeen(SEEN.find((each) => each === value));
        }}
        data={[
          { value: '', label: t('machines.filter.seen.recent', { days: MACHINE_LIST_MAX_AGE_DAYS }) },
          ...WARNINGS.map((each) => ({ value: each, label: t(`machines.need.${each}`, { days: AWAY_DAYS }) })),
          { value: 'unseen', label: t('machines.need.away', { days: MACHINE_LIST_MAX_AGE_DAYS }) },
          { value: 'all', label: t('machines.filter.need.any') },
        ]}
      />
    </div>
  );
}

interface StateChipsProps {
  readonly view: MachineView;
  /** Counts of the filter without its state. */
  readonly counts: FleetSummary | undefined;
}

/** The states with how many machines are in each; pressing one shows only those. */
export function StateChips({ view, counts }: StateChipsProps): ReactNode {
  const { t, number } = useTexts();
  const { state } = view.filter;
  const chips = [
    { state: undefined, word: t('console.state.all'), count: counts?.total },
    ...MACHINE_STATES.map((each) => ({
      state: each,
      word: t(APPEARANCE[each].word),
      count: counts && COUNTS[each](counts),
    })),
  ];
  return (
    <fieldset className={styles.chips}>
      <legend className="visually-hidden">{t('console.column.state')}</legend>
      {chips.map((chip) => (
        <button
          key={chip.state ?? 'all'}
          type="button"
          className={styles.chip}
          aria-pressed={chip.state === state}
          onClick={() => view.setState(chip.state)}
        >
          {chip.word} <span className={styles.count}>{chip.count === undefined ? '' : number(chip.count)}</span>
        </button>
      ))}
    </fieldset>
  );
}

/** As the filter of each state finds them: who updates or waits for a reboot is online, too. */
const COUNTS: Readonly<Record<MachineState, (counts: FleetSummary) => number>> = {
  online: ({ total, offline }) => total - offline,
  updating: ({ updating }) => updating,
  'reboot-needed': ({ rebootNeeded }) => rebootNeeded,
  offline: ({ offline }) => offline,
};

interface TagCount {
  readonly tag: string;
  readonly machines: number;
}

/** The tag of the address is among them, even where no machine carries it any more. */
function tagOptions(tags: readonly TagCount[], chosen: string | undefined): readonly TagCount[] {
  if (chosen === undefined || tags.some(({ tag }) => tag === chosen)) return tags;
  return [...tags, { tag: chosen, machines: 0 }];
}

/** "/" goes to the search from wherever nothing is being typed. */
function useSlash(search: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      const isTyping = target instanceof HTMLElement && target.closest('input, textarea, select, dialog') !== null;
      if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping) return;
      event.preventDefault();
      search.current?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [search]);
}
