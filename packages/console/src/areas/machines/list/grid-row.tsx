import type { Machine } from '@berth/contract/api/machines';
import { useTexts } from '@berth/web/i18n/store.ts';
import { memo, type ReactNode } from 'react';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { MachineMenu } from '../machine-menu.tsx';
import type { MachineColumn } from './columns.tsx';
import styles from './grid.module.css';

/** Callbacks from rows to their table; the same object for the table's whole life. */
export interface RowCommands {
  /** With shift, the range from the previous row. */
  readonly toggle: (index: number, machine: Machine, wanted: boolean, isRange: boolean) => void;
  readonly focused: (index: number) => void;
}

interface GridRowProps {
  /** Measures the row, if rows differ in height. */
  readonly measure: ((element: HTMLTableRowElement | null) => void) | undefined;
  readonly index: number;
  /** Distance from the top of the body in pixels; on paper rows follow each other. */
  readonly offset: number | undefined;
  /** Undefined while loading. */
  readonly machine: Machine | undefined;
  /** False while the list is scrolled too fast to be read: then only the name is rendered. */
  readonly isFull: boolean;
  readonly columns: readonly MachineColumn[];
  readonly profileName: string;
  readonly isSelected: boolean;
  readonly hasMenu: boolean;
  readonly commands: RowCommands;
}

/** A machine's row. Its props stay the same while the table scrolls, so that only new rows are rendered. */
export const GridRow = memo(function GridRow(props: GridRowProps): ReactNode {
  const { measure, index, offset, machine, isFull, isSelected, commands } = props;
  return (
    <tr
      ref={measure}
      data-index={index}
      className={styles.row}
      data-selected={isSelected || undefined}
      aria-rowindex={index + 2}
      aria-busy={machine === undefined || !isFull || undefined}
      style={offset === undefined ? undefined : { transform: `translateY(${offset}px)` }}
      onFocus={() => commands.focused(index)}
    >
      {isFull ? <Cells {...props} /> : <td className={styles.passing}>{machine?.name ?? <Skeleton width="60%" />}</td>}
    </tr>
  );
});

function Cells(props: GridRowProps): ReactNode {
  const { index, machine, columns, profileName, isSelected, hasMenu, commands } = props;
  const { t } = useTexts();
  return (
    <>
      <td className={styles.cell} data-narrow="start">
        {machine && (
          <input
            type="checkbox"
            className={styles.box}
            aria-label={t('machines.select.one', { name: machine.name })}
            checked={isSelected}
            onChange={(event) => {
              const { nativeEvent } = event;
              const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
              commands.toggle(index, machine, event.currentTarget.checked, isRange);
            }}
          />
        )}
      </td>
      {columns.map((column) => (
        <td key={column.id} className={styles.cell} data-narrow={column.narrow}>
          {machine ? column.cell(machine, profileName) : <Skeleton width={`${55 + ((index * 37) % 35)}%`} />}
        </td>
      ))}
      <td className={styles.cell} data-narrow="end">
        {machine && hasMenu && <MachineMenu machine={machine} />}
      </td>
    </>
  );
}
