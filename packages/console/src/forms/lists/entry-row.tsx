import type { UiElement } from '@berth/contract/profile/forms/ui';
import type { SchemaNode } from '@berth/contract/profile/nodes';
import { useTexts } from '@berth/web/i18n/store.ts';
import { IconAlertCircle, IconGripVertical } from '@tabler/icons-react';
import { memo, type ReactNode, useId } from 'react';
import { Inner } from '../form-context.tsx';
import { IconPreview } from '../icons/icon-preview.tsx';
import { Element } from '../layouts/element.tsx';
import { innerPath } from '../state/values-at-path.ts';
import styles from './list.module.css';
import { RowActions } from './row-actions.tsx';
import { type Summary, summaryOf } from './summary.ts';
import type { DragHandlers } from './use-dragging.ts';

/** Callbacks from rows to their list; the same object for the list's whole life. */
export interface RowCommands {
  readonly toggle: (id: string) => void;
  readonly move: (from: number, to: number) => void;
  readonly duplicate: (at: number) => void;
  readonly remove: (at: number) => void;
}

interface EntryRowProps {
  readonly id: string;
  readonly index: number;
  readonly count: number;
  readonly entry: unknown;
  readonly nameField: string | undefined;
  readonly faults: number;
  readonly isOpen: boolean;
  readonly isHeld: boolean;
  readonly drop: 'above' | 'below' | undefined;
  readonly disabled: boolean;
  readonly enabled: boolean;
  readonly mayDuplicate: boolean;
  readonly commands: RowCommands;
  readonly drag: DragHandlers;
  readonly schema: SchemaNode;
  readonly detail: UiElement | undefined;
  /** The list's path. */
  readonly path: string;
}

/**
 * One entry of a list: a summary line, and its fields once it is open. Its props stay the same while other entries
 * change, so that long lists stay fast.
 */
export const EntryRow = memo(function EntryRow(props: EntryRowProps): ReactNode {
  const { id, index, faults, isOpen, isHeld, drop, disabled, mayDuplicate, commands, drag } = props;
  const { t } = useTexts();
  const detailId = useId();
  const summary = summaryOf(props.entry, props.nameField, t('forms.list.unnamed', { number: index + 1 }));
  return (
    <li
      className={styles.row}
      data-row={id}
      data-open={isOpen || undefined}
      data-drop={drop}
      draggable={isHeld}
      onDragStart={drag.start}
      onDragOver={(event) => drag.over(event, index)}
      onDrop={(event) => drag.drop(event, index)}
      onDragEnd={drag.release}
    >
      <div className={styles.header}>
        {!disabled && (
          <span className={styles.handle} onPointerDown={() => drag.hold(index)} onPointerUp={drag.release} aria-hidden>
            <IconGripVertical size={18} stroke={1.75} />
          </span>
        )}
        <RowPicture summary={summary} />
        <button
          type="button"
          className={styles.toggle}
          data-toggle
          aria-expanded={isOpen}
          aria-controls={isOpen ? detailId : undefined}
          onClick={() => commands.toggle(id)}
        >
          <span className={styles.words}>
            <span className={styles.name}>{summary.name}</span>
            {summary.detail !== undefined && <span className={styles.detail}>{summary.detail}</span>}
          </span>
          {faults > 0 && (
            <span className={styles.faults}>
              <IconAlertCircle size={16} aria-hidden />
              {t('forms.list.faults', { count: faults })}
            </span>
          )}
          <span className={styles.chevron} aria-hidden />
        </button>
        <RowActions
          name={summary.name}
          index={index}
          count={props.count}
          disabled={disabled}
          onMove={(to) => commands.move(index, to)}
          onDuplicate={mayDuplicate ? () => commands.duplicate(index) : undefined}
          onRemove={() => commands.remove(index)}
        />
      </div>
      {isOpen && (
        <div id={detailId} className={styles.fields} data-detail>
          <Inner>
            {props.detail && (
              <Element
                schema={props.schema}
                uischema={props.detail}
                path={innerPath(props.path, index)}
                enabled={props.enabled}
              />
            )}
          </Inner>
        </div>
      )}
    </li>
  );
});

function RowPicture({ summary: { icon, picture } }: { readonly summary: Summary }): ReactNode {
  if (icon !== undefined) return <IconPreview icon={icon} size="small" />;
  return picture === undefined ? null : <img className={styles.thumbnail} src={picture} alt="" />;
}
