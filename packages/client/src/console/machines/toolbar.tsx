import { ActionIcon, TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/store.ts';
import { APPEARANCE, MACHINE_STATES, type MachineState } from './machine-state.ts';
import styles from './toolbar.module.css';
import type { MachineView } from './use-machine-view.ts';

interface ToolbarProps {
  readonly view: MachineView;
  readonly counts: ReadonlyMap<MachineState, number>;
  readonly total: number;
}

/** Search, and the states with how many machines are in each. */
export function Toolbar({ view, counts, total }: ToolbarProps): ReactNode {
  const { t, number } = useTexts();
  const { text, state } = view.filter;
  const chips = [
    { state: undefined, word: t('console.state.all'), count: total },
    ...MACHINE_STATES.map((each) => ({ state: each, word: t(APPEARANCE[each].word), count: counts.get(each) ?? 0 })),
  ];
  return (
    <div className={styles.toolbar}>
      <TextInput
        className={styles.search}
        type="search"
        aria-label={t('console.machines.search')}
        placeholder={t('console.machines.search')}
        value={text}
        onChange={(event) => view.setText(event.currentTarget.value)}
        leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
        rightSection={
          text === '' ? null : (
            <ActionIcon variant="subtle" aria-label={t('common.clearSearch')} onClick={() => view.setText('')}>
              <IconX size={16} aria-hidden />
            </ActionIcon>
          )
        }
      />
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
            {chip.word} <span className={styles.count}>{number(chip.count)}</span>
          </button>
        ))}
      </fieldset>
    </div>
  );
}
