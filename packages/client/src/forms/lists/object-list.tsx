import { isObject, type SchemaNode } from '@berth/contract/profile/nodes';
import type { ControlProps } from '@jsonforms/core';
import { useJsonForms, withJsonFormsControlProps } from '@jsonforms/react';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/store.ts';
import { Frame } from '../controls/frame.tsx';
import { useControl } from '../controls/use-control.ts';
import { useForm } from '../form-context.ts';
import { faultOf } from '../state/form-store.ts';
import { EntryRow } from './entry-row.tsx';
import { ListFrame } from './list-frame.tsx';
import { faultsByEntry, summaryOf } from './summary.ts';
import { useDragging } from './use-dragging.ts';
import { useFocusLater } from './use-focus-later.ts';
import { useList } from './use-list.ts';

const FIRST_FIELD = 'input:not([type=file]):not([type=color]), select, textarea';

/** A list of objects: a row each, one of them open. Rows can be added, copied, moved, and removed with a way back. */
export const ObjectListControl = withJsonFormsControlProps(function ObjectList(props: ControlProps): ReactNode {
  const { schema, data, path, visible, enabled, renderers } = props;
  const { t } = useTexts();
  const control = useControl(props);
  const { revealed } = useForm();
  const { core } = useJsonForms();
  const entries: readonly unknown[] = Array.isArray(data) ? data : [];
  const itemSchema = (isObject(schema.items) ? schema.items : {}) as SchemaNode;
  const rows = useList(path, itemSchema, entries.length);
  const [openId, setOpenId] = useState<string>();
  const [news, setNews] = useState('');
  const { list, focusLater } = useFocusLater();
  const dragging = useDragging(rows.move);
  if (!visible) return null;

  const { elementLabelProp, detail } = control.options;
  const faults = faultsByEntry([...(core?.errors ?? []), ...(core?.additionalErrors ?? [])].map(faultOf), path);
  const summaryAt = (entry: unknown, index: number) =>
    summaryOf(entry, elementLabelProp, t('forms.list.unnamed', { number: index + 1 }));

  function add(entry?: unknown, at?: number): void {
    const id = rows.add(entry, at);
    setOpenId(id);
    focusLater(`[data-row="${id}"] [data-detail] :is(${FIRST_FIELD})`);
  }
  function move(from: number, to: number, action: string): void {
    const id = rows.ids[from];
    rows.move(from, to);
    focusLater(`[data-row="${id}"] [data-action="${action}"]`);
    setNews(t('forms.list.moved', { position: to + 1, count: entries.length }));
  }
  function remove(at: number): void {
    const next = rows.ids[at + 1] ?? rows.ids[at - 1];
    rows.remove(at);
    focusLater(`[data-row="${next}"] [data-toggle]`, '[data-action="add"]');
  }

  return (
    <Frame path={path} width="full" onLeave={control.touch}>
      <ListFrame
        path={path}
        control={control}
        list={list}
        count={entries.length}
        maxItems={schema.maxItems}
        onAdd={() => add()}
        undo={
          rows.lastRemoved && {
            name: summaryAt(rows.lastRemoved.entry, rows.lastRemoved.at).name,
            run: () => rows.lastRemoved && rows.add(rows.lastRemoved.entry, rows.lastRemoved.at),
          }
        }
      >
        {entries.map((entry, index) => {
          const id = rows.ids[index] ?? '';
          const isOpen = id === openId;
          return (
            <EntryRow
              key={id}
              id={id}
              index={index}
              count={entries.length}
              summary={summaryAt(entry, index)}
              faults={isOpen && !revealed ? 0 : (faults.get(index) ?? 0)}
              isOpen={isOpen}
              onToggle={() => setOpenId(isOpen ? undefined : id)}
              disabled={control.disabled}
              onMove={(to) => move(index, to, to < index ? 'up' : 'down')}
              onDuplicate={
                schema.maxItems !== undefined && entries.length >= schema.maxItems
                  ? undefined
                  : () => add(structuredClone(entry), index + 1)
              }
              onRemove={() => remove(index)}
              dragging={dragging}
              detail={{
                schema: itemSchema,
                uischema: detail,
                path: [path, index].filter((part) => part !== '').join('.'),
              }}
              enabled={enabled}
              renderers={renderers}
            />
          );
        })}
      </ListFrame>
      <span className="visually-hidden" role="status">
        {news}
      </span>
    </Frame>
  );
});
