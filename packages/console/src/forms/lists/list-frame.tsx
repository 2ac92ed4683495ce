import { useTexts } from '@berth/web/i18n/store.ts';
import { Button, Input } from '@mantine/core';
import { IconArrowBackUp, IconPlus } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useId } from 'react';
import { faultNode } from '../controls/frame.tsx';
import type { Control } from '../controls/use-control.ts';
import { formText } from '../form-context.tsx';
import styles from './list.module.css';

interface ListFrameProps {
  readonly control: Control;
  readonly path: string;
  readonly list: RefObject<HTMLFieldSetElement | null>;
  readonly count: number;
  readonly maxItems: number | undefined;
  /** Adds an entry; undefined if there is no button. */
  readonly onAdd: (() => void) | undefined;
  /** Restores the entry removed last. */
  readonly undo: { readonly name: string; readonly run: () => void } | undefined;
  readonly children: ReactNode;
  /** Adds entries instead of the button. */
  readonly adder?: ReactNode;
}

/** A list's label, rows, add button, and undo after a removal. */
export function ListFrame(props: ListFrameProps): ReactNode {
  const { control, path, list, count, maxItems, onAdd, undo, children, adder } = props;
  const texts = useTexts();
  const id = useId();
  const isWholeForm = path === '';
  const isFull = maxItems !== undefined && count >= maxItems;
  return (
    <Input.Wrapper
      id={id}
      // The page's heading already names a form that is a single list.
      label={isWholeForm ? undefined : control.label}
      labelElement="div"
      description={control.description}
      error={faultNode(control.error)}
      withAsterisk={control.required}
    >
      <fieldset
        ref={list}
        className={styles.list}
        {...(isWholeForm ? { 'aria-label': control.label } : { 'aria-labelledby': `${id}-label` })}
      >
        {count === 0 ? (
          <p className={styles.empty}>{formText(texts, `${control.i18n}.empty`) ?? texts.t('forms.list.empty')}</p>
        ) : (
          <ul className={styles.rows}>{children}</ul>
        )}
        {undo && (
          <div className={styles.undo} role="status">
            <span>{texts.t('forms.list.removed', { name: undo.name })}</span>
            <Button
              variant="subtle"
              size="xs"
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              onClick={undo.run}
            >
              {texts.t('forms.list.undo')}
            </Button>
          </div>
        )}
        {isFull && count > 1 && <p className={styles.note}>{texts.t('forms.list.full', { count: maxItems })}</p>}
        {!isFull && !control.disabled && adder}
        {!isFull && !control.disabled && onAdd && (
          <Button
            variant="default"
            data-action="add"
            leftSection={<IconPlus size={16} aria-hidden />}
            className={styles.add}
            onClick={onAdd}
          >
            {formText(texts, `${control.i18n}.add`) ?? texts.t('forms.list.add')}
          </Button>
        )}
      </fieldset>
    </Input.Wrapper>
  );
}
