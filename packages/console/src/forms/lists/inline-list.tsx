import { intlTag } from '@berth/web/i18n/locales.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { naturalOrder } from '@berth/web/lib/natural-order.ts';
import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { Frame } from '../controls/frame.tsx';
import { type Control, type ControlProps, useControl } from '../controls/use-control.ts';
import { choiceText, useForm, useFormState } from '../form-context.tsx';
import { allFaults } from '../state/form-store.ts';
import { innerPath } from '../state/values-at-path.ts';
import { faultText } from '../texts.ts';
import { InlineText } from './inline-text.tsx';
import styles from './list.module.css';
import { ListFrame } from './list-frame.tsx';
import { RowActions } from './row-actions.tsx';
import { useFocusLater } from './use-focus.ts';
import { type List, useList } from './use-list.ts';

/** The content of an inline row: its name for screen readers, and the field itself. */
export interface InlineEntry {
  readonly name: string;
  readonly field: ReactNode;
}

interface InlineRowsProps {
  readonly props: ControlProps;
  readonly control: Control;
  readonly entryAt: (value: unknown, index: number) => InlineEntry;
  /** Adds with a button, or with a custom element that receives the list. */
  readonly adder?: (list: List) => ReactNode;
}

/** A list whose entries are one field each, all visible. */
export function InlineRows({ props, control, entryAt, adder }: InlineRowsProps): ReactNode {
  const { schema, data, path } = props;
  const { t } = useTexts();
  const entries: readonly unknown[] = Array.isArray(data) ? data : [];
  const rows = useList(path, schema.items ?? {}, entries.length);
  const { list, focusLater } = useFocusLater();
  return (
    <ListFrame
      path={path}
      control={control}
      list={list}
      count={entries.length}
      maxItems={schema.maxItems}
      onAdd={adder ? undefined : () => focusLater(`[data-row="${rows.add()}"] :is(input, select)`)}
      adder={adder?.(rows)}
      undo={undefined}
    >
      {entries.map((entry, index) => {
        const id = rows.ids[index] ?? '';
        const { name, field } = entryAt(entry, index);
        return (
          <li key={id} className={styles.row} data-row={id}>
            <div className={styles.inline}>
              <div className={styles.field}>{field}</div>
              <RowActions
                name={name || t('forms.list.unnamed', { number: index + 1 })}
                index={index}
                count={entries.length}
                disabled={control.disabled}
                onMove={(to) => {
                  rows.move(index, to);
                  focusLater(`[data-row="${id}"] [data-action="${to < index ? 'up' : 'down'}"]`);
                }}
                onRemove={() => {
                  const next = rows.ids[index + 1] ?? rows.ids[index - 1];
                  rows.remove(index);
                  focusLater(`[data-row="${next}"] [data-action="remove"]`, '[data-action="add"]');
                }}
              />
            </div>
          </li>
        );
      })}
    </ListFrame>
  );
}

/** A list of texts, such as name servers. */
export function TextListControl(props: ControlProps): ReactNode {
  const texts = useTexts();
  const control = useControl(props);
  const { store } = useForm();
  const state = useFormState();
  const faults = allFaults(state);
  const pointer = props.path === '' ? '' : `/${props.path.replaceAll('.', '/')}`;
  return (
    <Frame path={props.path} onLeave={control.touch}>
      <InlineRows
        props={props}
        control={control}
        entryAt={(value, index) => {
          const fault = faults.find(({ path }) => path === `${pointer}/${index}`);
          const path = innerPath(props.path, index);
          return {
            name: typeof value === 'string' ? value : '',
            field: (
              <InlineText
                path={path}
                label={texts.t('forms.list.entry', { label: control.label, number: index + 1 })}
                value={typeof value === 'string' ? value : ''}
                isAddress={props.schema.items?.format === 'uri'}
                fault={fault && faultText(texts, fault)}
                marked={store.isMarked(path)}
                disabled={control.disabled}
              />
            ),
          };
        }}
      />
    </Frame>
  );
}

/** An ordered selection of values, such as keyboard layouts; the remaining ones are offered below. */
export function ChoiceListControl(props: ControlProps): ReactNode {
  const texts = useTexts();
  const control = useControl(props);
  const chosen: readonly unknown[] = Array.isArray(props.data) ? props.data : [];
  const values = (props.schema.items?.enum ?? []).map(String);
  const left = values
    .filter((value) => !chosen.includes(value))
    .map((value) => ({ value, text: choiceText(texts, control.i18n, value) }))
    .toSorted((a, b) => naturalOrder(intlTag(texts.language)).compare(a.text, b.text));
  return (
    <Frame path={props.path} onLeave={control.touch}>
      <InlineRows
        props={props}
        control={control}
        entryAt={(value) => {
          const text = choiceText(texts, control.i18n, String(value));
          return { name: text, field: <span className={styles.name}>{text}</span> };
        }}
        adder={(list) => (
          <NativeSelect
            className={styles.add}
            data-action="add"
            aria-label={texts.t('forms.list.addTo', { label: control.label })}
            value=""
            onChange={(event) => list.add(event.currentTarget.value)}
          >
            <option value="">{texts.t('forms.list.addChoice')}</option>
            {left.map(({ value, text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </NativeSelect>
        )}
      />
    </Frame>
  );
}
