import { useTexts } from '@berth/web/i18n/store.ts';
import { type ReactNode, useState } from 'react';
import { Frame } from '../controls/frame.tsx';
import { type ControlProps, useControl } from '../controls/use-control.ts';
import { useForm, useFormState } from '../form-context.tsx';
import { allFaults, dotted } from '../state/form-store.ts';
import { useLatest } from '../state/use-form-store.ts';
import { EntryRow, type RowCommands } from './entry-row.tsx';
import { ListFrame } from './list-frame.tsx';
import { faultsByEntry, summaryOf } from './summary.ts';
import { useDragging } from './use-dragging.ts';
import { useFocusLater, useTarget } from './use-focus.ts';
import { useList } from './use-list.ts';

const NO_SCHEMA = {};
const FIRST_FIELD = 'input:not([type=file]):not([type=color]), select, textarea';

/** A list of objects: a row each, one of them open. Rows can be added, copied, moved, and removed with undo. */
export function ObjectListControl(props: ControlProps): ReactNode {
  const { schema, data, path, enabled } = props;
  const { t } = useTexts();
  const control = useControl(props);
  const { store } = useForm();
  const state = useFormState();
  const entries: readonly unknown[] = Array.isArray(data) ? data : [];
  const itemSchema = schema.items ?? NO_SCHEMA;
  const rows = useList(path, itemSchema, entries.length);
  const [openId, setOpenId] = useState<string>();
  useTarget(path, (index) => setOpenId(rows.ids[index]));
  const [news, setNews] = useState('');
  const { list, focusLater } = useFocusLater();
  const commands = useCommands({
    toggle: (id) => setOpenId(id === openId ? undefined : id),
    duplicate: (at) => add(structuredClone(entries[at]), at + 1),
    move(from, to) {
      const id = rows.ids[from];
      rows.move(from, to);
      focusLater(`[data-row="${id}"] [data-action="${to < from ? 'up' : 'down'}"]`);
      setNews(t('forms.list.moved', { position: to + 1, count: entries.length }));
    },
    remove(at) {
      const next = rows.ids[at + 1] ?? rows.ids[at - 1];
      rows.remove(at);
      focusLater(`[data-row="${next}"] [data-toggle]`, '[data-action="add"]');
    },
  });
  const dragging = useDragging(commands.move);

  const { elementLabelProp, detail } = control.options;
  const all = allFaults(state);
  const faults = faultsByEntry(all, path);
  // In an open row the user may be about to fill in the rest.
  const markedFaults = faultsByEntry(
    all.filter((fault) => store.isMarked(dotted(fault.path))),
    path,
  );
  const mayDuplicate = schema.maxItems === undefined || entries.length < schema.maxItems;

  function add(entry?: unknown, at?: number): void {
    const id = rows.add(entry, at);
    setOpenId(id);
    focusLater(`[data-row="${id}"] [data-detail] :is(${FIRST_FIELD})`);
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
            name: summaryOf(
              rows.lastRemoved.entry,
              elementLabelProp,
              t('forms.list.unnamed', { number: rows.lastRemoved.at + 1 }),
            ).name,
            run: rows.restore,
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
              entry={entry}
              nameField={elementLabelProp}
              faults={(isOpen ? markedFaults : faults).get(index) ?? 0}
              isOpen={isOpen}
              isHeld={dragging.held === index}
              drop={dragging.dropAt(index)}
              disabled={control.disabled}
              enabled={enabled}
              mayDuplicate={mayDuplicate}
              commands={commands}
              drag={dragging.handlers}
              schema={itemSchema}
              detail={detail}
              path={path}
            />
          );
        })}
      </ListFrame>
      <span className="visually-hidden" role="status">
        {news}
      </span>
    </Frame>
  );
}

/** Stable callbacks for the list's whole life, which do what the latest render would do. */
function useCommands(commands: RowCommands): RowCommands {
  const latest = useLatest(commands);
  const [stable] = useState<RowCommands>(() => ({
    toggle: (id) => latest.current.toggle(id),
    move: (from, to) => latest.current.move(from, to),
    duplicate: (at) => latest.current.duplicate(at),
    remove: (at) => latest.current.remove(at),
  }));
  return stable;
}
