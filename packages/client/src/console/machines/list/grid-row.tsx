import type { Machine } from '@berth/contract/api/machines';
import { Checkbox } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { useTexts } from '../../../i18n/store.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { MachineMenu } from '../machine-menu.tsx';
import type { MachineColumn } from './columns.tsx';
import styles from './grid.module.css';
import { isSelected, type Selection } from './selection.ts';

interface GridRowProps {
  readonly ref: Ref<HTMLTableRowElement>;
  readonly index: number;
  /** From the top of the body, in pixels. */
  readonly offset: number;
  /** Undefined while it is loading. */
  readonly machine: Machine | undefined;
  readonly columns: readonly MachineColumn[];
  readonly profileName: (machine: Machine) => string;
  readonly selection: Selection;
  /** With shift held, everything from the row before is meant. */
  readonly onToggle: (machine: Machine, wanted: boolean, isRange: boolean) => void;
  readonly onFocus: () => void;
}

/** A machine as a row. */
export function GridRow(props: GridRowProps): ReactNode {
  const { ref, index, offset, machine, columns, profileName, selection, onToggle, onFocus } = props;
  const { t } = useTexts();
  const checked = machine !== undefined && isSelected(selection, machine.id);
  return (
    <tr
      ref={ref}
      data-index={index}
      className={styles.row}
      data-selected={checked || undefined}
      aria-rowindex={index + 2}
      aria-busy={machine === undefined || undefined}
      style={{ transform: `translateY(${offset}px)` }}
      onFocus={onFocus}
    >
      <td className={styles.cell} data-narrow="start">
        {machine && (
          <Checkbox
            size="xs"
            aria-label={t('machines.select.one', { name: machine.name })}
            checked={checked}
            onChange={(event) => {
              const { nativeEvent } = event;
              const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
              onToggle(machine, event.currentTarget.checked, isRange);
            }}
          />
        )}
      </td>
      {columns.map((column) => (
        <td key={column.id} className={styles.cell} data-narrow={column.narrow}>
          {machine ? column.cell(machine, profileName(machine)) : <Skeleton width={`${55 + ((index * 37) % 35)}%`} />}
        </td>
      ))}
      <td className={styles.cell} data-narrow="end">
        {machine && <MachineMenu machine={machine} />}
      </td>
    </tr>
  );
}
