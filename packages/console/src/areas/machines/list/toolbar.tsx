import { AWAY_DAYS, type FleetSummary, WARNINGS } from '@berth/contract/api/fleet';
import type { OrganizationId } from '@berth/contract/ids';
import { MACHINE_LIST_MAX_AGE_DAYS } from '@berth/contract/limits';
import { useTexts } from '@berth/web/i18n/store.ts';
import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { profilesQuery } from '../../organizations/queries.ts';
import { APPEARANCE, MACHINE_STATES, type MachineState } from '../machine-status.tsx';
import { ATTENTION, SEEN } from './filter.ts';
import { Search } from './search.tsx';
import styles from './toolbar.module.css';
import type { MachineView } from './use-machine-view.ts';

interface ToolbarProps {
  readonly orgId: OrganizationId;
  readonly view: MachineView;
  /** Counts by state for the rest of the filter. */
  readonly counts: FleetSummary | undefined;
  /** The tags, with counts for the rest of the filter. */
  readonly tags: readonly TagCount[];
  /** Actions on the list. */
  readonly children: ReactNode;
}

/** Search and filters; inactive filters are faint. */
export function Toolbar({ orgId, view, counts, tags, children }: ToolbarProps): ReactNode {
  const { t } = useTexts();
  const profiles = useQuery(profilesQuery(orgId)).data ?? [];
  const { tag, need, seen, state, profileId, version } = view.filter;
  return (
    <div className={styles.toolbar}>
      <Search text={view.filter.text} onChange={view.setText} />
      <div className={styles.filters}>
        <FilterSelect
          label={t('console.column.state')}
          value={state ?? ''}
          onChange={(value) => view.setState(MACHINE_STATES.find((each) => each === value))}
          options={[
            { value: '', label: t('machines.filter.state.any') },
            ...MACHINE_STATES.map((each) => ({
              value: each,
              label: t('machines.filter.state.option', {
                state: t(APPEARANCE[each].word),
                count: counts ? COUNTS[each](counts) : 0,
              }),
            })),
          ]}
        />
        {profiles.length > 1 && (
          <FilterSelect
            label={t('console.column.profile')}
            value={profileId ?? ''}
            onChange={(value) => view.setProfile(value || undefined)}
            options={[
              { value: '', label: t('machines.filter.profile.any') },
              ...profiles.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
        {(tags.length > 0 || tag !== undefined) && (
          <FilterSelect
            label={t('machines.filter.tag')}
            value={tag ?? ''}
            onChange={(value) => view.setTag(value || undefined)}
            options={[
              { value: '', label: t('machines.filter.tag.any') },
              ...tagOptions(tags, tag).map((each) => ({
                value: each.tag,
                label: t('machines.filter.tag.option', { tag: each.tag, count: each.machines }),
              })),
            ]}
          />
        )}
        {version !== undefined && (
          <FilterSelect
            label={t('machines.column.version')}
            value={version || NONE}
            onChange={(value) => view.setVersion(value || undefined)}
            options={[
              { value: '', label: t('machines.filter.version.any') },
              {
                value: version || NONE,
                label: version === '' ? t('machines.filter.version.none') : t('machines.filter.version', { version }),
              },
            ]}
          />
        )}
        <FilterSelect
          label={t('machines.filter.need')}
          value={need ?? seen ?? ''}
          onChange={(value) => {
            const chosen = value === ATTENTION ? ATTENTION : WARNINGS.find((each) => each === value);
            if (chosen) view.setNeed(chosen);
            else view.setSeen(SEEN.find((each) => each === value));
          }}
          options={[
            { value: '', label: t('machines.filter.seen.recent', { days: MACHINE_LIST_MAX_AGE_DAYS }) },
            { value: ATTENTION, label: t('machines.filter.need') },
            ...WARNINGS.map((each) => ({ value: each, label: t(`machines.need.${each}`, { days: AWAY_DAYS }) })),
            { value: 'unseen', label: t('machines.need.away', { days: MACHINE_LIST_MAX_AGE_DAYS }) },
            { value: 'all', label: t('machines.filter.need.any') },
          ]}
        />
        {view.isFiltered && (
          <ActionIcon
            variant="subtle"
            size={28}
            aria-label={t('machines.filter.clear')}
            title={t('machines.filter.clear')}
            onClick={view.clear}
          >
            <IconFilterOff size={18} stroke={1.5} aria-hidden />
          </ActionIcon>
        )}
      </div>
      <div className={styles.actions}>{children}</div>
    </div>
  );
}

/** The option for machines without a version. */
const NONE = '-';

interface FilterSelectProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** As wide as its text. */
function FilterSelect({ label, value, onChange, options }: FilterSelectProps): ReactNode {
  return (
    <NativeSelect
      className={`${styles.select} ${value === '' ? styles.unset : ''}`}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[...options]}
    />
  );
}

/** As matched by each state's filter: machines that update or need a reboot are online, too. */
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

/** Includes the tag of the URL, even if no machine has it any more. */
function tagOptions(tags: readonly TagCount[], chosen: string | undefined): readonly TagCount[] {
  if (chosen === undefined || tags.some(({ tag }) => tag === chosen)) return tags;
  return [...tags, { tag: chosen, machines: 0 }];
}
