import type { UiElement } from '@berth/contract/profile/forms/ui';
import type { SchemaNode } from '@berth/contract/profile/nodes';
import type { JsonFormsRendererRegistryEntry, UISchemaElement } from '@jsonforms/core';
import { JsonFormsDispatch } from '@jsonforms/react';
import { IconAlertCircle, IconChevronDown, IconGripVertical } from '@tabler/icons-react';
import { memo, type ReactNode, useId } from 'react';
import { useTexts } from '../../i18n/store.ts';
import { IconPreview } from '../icons/icon-preview.tsx';
import { Inner } from '../layouts/inner.tsx';
import styles from './list.module.css';
import { RowActions } from './row-actions.tsx';
import type { Summary } from './summary.ts';
import type { Dragging } from './use-dragging.ts';

interface EntryRowProps {
  readonly id: string;
  readonly index: number;
  readonly count: number;
  readonly summary: Summary;
  readonly faults: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly disabled: boolean;
  readonly enabled: boolean;
  readonly onMove: (to: number) => void;
  readonly onDuplicate: (() => void) | undefined;
  readonly onRemove: () => void;
  readonly dragging: Dragging;
  readonly detail: DetailProps;
  readonly renderers: JsonFormsRendererRegistryEntry[] | undefined;
}

/** One entry of a list: a line that says what it is, and its fields once it is open. */
export function EntryRow(props: EntryRowProps): ReactNode {
  const { id, index, summary, faults, isOpen, onToggle, disabled, dragging } = props;
  const { t } = useTexts();
  const detailId = useId();
  return (
    <li className={styles.row} data-row={id} data-open={isOpen || undefined} {...dragging.rowProps(index)}>
      <div className={styles.header}>
        {!disabled && (
          <span className={styles.handle} {...dragging.handleProps(index)} aria-hidden>
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
          onClick={onToggle}
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
          <IconChevronDown className={styles.chevron} size={18} stroke={1.75} aria-hidden />
        </button>
        <RowActions {...props} name={summary.name} />
      </div>
      {isOpen && (
        <div id={detailId} className={styles.fields} data-detail>
          <Detail {...props.detail} enabled={props.enabled} renderers={props.renderers} />
        </div>
      )}
    </li>
  );
}

function RowPicture({ summary: { icon, picture } }: { readonly summary: Summary }): ReactNode {
  if (icon !== undefined) return <IconPreview icon={icon} size="small" />;
  return picture === undefined ? null : <img className={styles.thumbnail} src={picture} alt="" />;
}

interface DetailProps {
  readonly schema: SchemaNode;
  readonly uischema: UiElement | undefined;
  readonly path: string;
}

interface DetailEnvironment {
  readonly enabled: boolean;
  readonly renderers: JsonFormsRendererRegistryEntry[] | undefined;
}

const Detail = memo(function Detail({ schema, uischema, path, enabled, renderers }: DetailProps & DetailEnvironment) {
  return (
    <Inner>
      <JsonFormsDispatch
        schema={schema}
        uischema={uischema as unknown as UISchemaElement}
        path={path}
        enabled={enabled}
        {...(renderers ? { renderers } : {})}
      />
    </Inner>
  );
});
