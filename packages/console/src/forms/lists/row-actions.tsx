import { useTexts } from '@berth/web/i18n/store.ts';
import { IconArrowDown, IconArrowUp, IconCopy, IconTrash, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './list.module.css';

interface RowActionsProps {
  /** The entry's name, for screen readers. */
  readonly name: string;
  readonly index: number;
  readonly count: number;
  readonly disabled: boolean;
  readonly onMove: (to: number) => void;
  readonly onDuplicate?: (() => void) | undefined;
  readonly onRemove: () => void;
}

/** All actions on a row, for mouse, touch and keyboard. */
export function RowActions(props: RowActionsProps): ReactNode {
  const { name, index, count, disabled, onMove, onDuplicate, onRemove } = props;
  const { t } = useTexts();
  return (
    <div className={styles.actions}>
      {count > 1 && (
        <>
          <Action
            action="up"
            icon={IconArrowUp}
            label={t('forms.list.moveUp', { name })}
            disabled={disabled || index === 0}
            onClick={() => onMove(index - 1)}
          />
          <Action
            action="down"
            icon={IconArrowDown}
            label={t('forms.list.moveDown', { name })}
            disabled={disabled || index === count - 1}
            onClick={() => onMove(index + 1)}
          />
        </>
      )}
      {onDuplicate && (
        <Action
          action="duplicate"
          icon={IconCopy}
          label={t('forms.list.duplicate', { name })}
          disabled={disabled}
          onClick={onDuplicate}
        />
      )}
      <Action
        action="remove"
        icon={IconTrash}
        label={t('forms.list.remove', { name })}
        disabled={disabled}
        danger
        onClick={onRemove}
      />
    </div>
  );
}

interface ActionProps {
  readonly action: string;
  readonly icon: TablerIcon;
  readonly label: string;
  readonly disabled: boolean;
  readonly danger?: boolean;
  readonly onClick: () => void;
}

/** A plain button: a list of sixty rows has hundreds of them, and the library's widgets are expensive. */
function Action({ action, icon: Icon, label, disabled, danger = false, onClick }: ActionProps): ReactNode {
  return (
    <button
      type="button"
      className={styles.action}
      data-action={action}
      data-danger={danger || undefined}
      aria-label={label}
      title={label}
      // A disabled button would lose the focus when a row reaches the end of the list.
      aria-disabled={disabled}
      onClick={() => !disabled && onClick()}
    >
      <Icon size={18} stroke={1.75} aria-hidden />
    </button>
  );
}
