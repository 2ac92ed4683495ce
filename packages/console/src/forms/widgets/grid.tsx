import { DASHBOARD_COLUMNS } from '@berth/contract/limits';
import type { LayoutItem } from '@berth/contract/profile/home';
import { WIDGET_TYPES, type WidgetType } from '@berth/contract/profile/widgets';
import { Button, Input } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import GridLayout, { useContainerWidth } from 'react-grid-layout';
import 'react-grid-layout/css/styles.css';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Frame, faultNode } from '../controls/frame.tsx';
import { type ControlProps, useControl } from '../controls/use-control.ts';
import { flushPendingEdits } from '../controls/use-edit.ts';
import { useForm, useFormState } from '../form-context.tsx';
import { faultsByEntry } from '../lists/summary.ts';
import { useTarget } from '../lists/use-focus.ts';
import { allFaults, dotted, isFilled } from '../state/form-store.ts';
import { valueAt } from '../state/values-at-path.ts';
import styles from './grid.module.css';
import { NewWidgets } from './new-widgets.ts';
import { layoutOf, nudged, placed, stretched } from './places.ts';
import { WidgetCard } from './widget-card.tsx';
import { WidgetSettings } from './widget-settings.tsx';

const ROW_HEIGHT = 44;
/** Pixels between widgets, and the width below which columns need that space. */
const GAP = { wide: 8, narrow: 4, below: 480 } as const;
const STEPS: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/**
 * The grid editor: widgets are added, dragged and resized, by mouse and by keys; the selected one is configured below.
 */
export default function Grid(props: ControlProps): ReactNode {
  const { data, path, schema } = props;
  const { t } = useTexts();
  const control = useControl(props);
  const { store, target, attempts } = useForm();
  const state = useFormState();
  const { width, containerRef, mounted } = useContainerWidth({ measureBeforeMount: true });
  const items = (Array.isArray(data) ? data : []) as readonly LayoutItem[];
  const [newWidgets] = useState(() => new NewWidgets());
  const [chosen, setChosen] = useState<string>();
  // Save attempts before a widget was added do not concern it.
  const [attemptsBefore] = useState(() => new Map<string, number>());
  // The field to focus in the selected widget's form.
  const [focus, setFocus] = useState<string>();
  useTarget(path, (index) => {
    setChosen(items[index]?.id);
    setFocus(fieldOf(items[index], `${path}.${index}`, target));
  });
  const addButtons = useRef<HTMLDivElement>(null);
  const id = useId();
  const chosenItem = items.find((item) => item.id === chosen);
  const faulty = faultsByEntry(
    allFaults(state).filter((fault) => {
      const field = dotted(fault.path);
      return store.isMarked(field) || isFilled(state.data, field);
    }),
    path,
  );
  const gap = width < GAP.below ? GAP.narrow : GAP.wide;
  const isFull = schema.maxItems !== undefined && items.length >= schema.maxItems;

  function itemsNow(): readonly LayoutItem[] {
    flushPendingEdits();
    const now = valueAt(store.state().data, path);
    return Array.isArray(now) ? now : [];
  }
  function set(next: readonly LayoutItem[]): void {
    if (next !== valueAt(store.state().data, path)) control.set(next);
  }
  async function add(type: WidgetType): Promise<void> {
    const added = await newWidgets.add(type, { now: itemsNow, set });
    attemptsBefore.set(added, attempts);
    setChosen(added);
  }
  function remove(item: string): void {
    set(itemsNow().filter((each) => each.id !== item));
    setChosen(undefined);
    addButtons.current?.querySelector('button')?.focus();
  }
  function onKey(event: KeyboardEvent, item: string): void {
    const step = STEPS[event.key];
    if (control.disabled || (!step && event.key !== 'Delete')) return;
    event.preventDefault();
    if (!step) remove(item);
    else if (event.shiftKey) set(stretched(itemsNow(), item, { w: step.x, h: step.y }));
    else set(nudged(itemsNow(), item, step));
  }

  return (
    <Frame path={path} width="full" onLeave={control.touch}>
      <Input.Wrapper
        id={id}
        label={control.label}
        labelElement="div"
        description={control.description}
        error={faultNode(control.error)}
      >
        <fieldset className={styles.editor} aria-labelledby={`${id}-label`}>
          {/* A press does not move the focus: a change on blur could move the button. */}
          <div ref={addButtons} className={styles.adders}>
            {WIDGET_TYPES.map((type) => (
              <Button
                key={type}
                data-action="add"
                variant="default"
                size="xs"
                leftSection={<IconPlus size={16} aria-hidden />}
                disabled={control.disabled || isFull}
                aria-label={t('forms.widget.add', { kind: t(`forms.widget.kind.${type}`) })}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => void add(type)}
              >
                {t(`forms.widget.kind.${type}`)}
              </Button>
            ))}
          </div>
          {/* The drag library would write its own style sheet, which the CSP refuses; grid.module.css contains it. */}
          <span id="react-draggable-style-el" hidden />
          <div ref={containerRef} className={styles.ground} style={{ '--gap': `${gap}px` }}>
            {items.length === 0 && <p className={styles.empty}>{t('forms.widget.empty')}</p>}
            {mounted && items.length > 0 && (
              <GridLayout
                width={width}
                layout={layoutOf(items)}
                gridConfig={{
                  cols: DASHBOARD_COLUMNS,
                  rowHeight: ROW_HEIGHT,
                  margin: [gap, gap],
                  containerPadding: [gap, gap],
                }}
                dragConfig={{ enabled: !control.disabled, bounded: true, threshold: 4 }}
                resizeConfig={{ enabled: !control.disabled, handles: ['se'] }}
                onDragStop={(layout) => set(placed(itemsNow(), layout))}
                onResizeStop={(layout) => set(placed(itemsNow(), layout))}
              >
                {items.map((item, index) => (
                  <div key={item.id} className={styles.item}>
                    <WidgetCard
                      item={item}
                      isChosen={item.id === chosen}
                      isFaulty={(faulty.get(index) ?? 0) > 0 && item.id !== chosen}
                      hintId={`${id}-hint`}
                      onChoose={() => setChosen(item.id === chosen ? undefined : item.id)}
                      onKeyDown={(event) => onKey(event, item.id)}
                    />
                  </div>
                ))}
              </GridLayout>
            )}
          </div>
          <p id={`${id}-hint`} className={styles.hint}>
            {t('forms.widget.hint')}
          </p>
          {chosenItem && (
            <WidgetSettings
              item={chosenItem}
              disabled={control.disabled}
              attempts={attempts - (attemptsBefore.get(chosenItem.id) ?? 0)}
              focus={focus}
              onFocused={() => setFocus(undefined)}
              onChange={(widget) =>
                set(itemsOf().map((each) => (each.id === chosenItem.id ? { ...each, widget } : each)))
              }
              onRemove={() => remove(chosenItem.id)}
            />
          )}
        </fieldset>
      </Input.Wrapper>
    </Frame>
  );

  /** The current items, without committing pending text: the commit itself calls this. */
  function itemsOf(): readonly LayoutItem[] {
    const now = valueAt(store.state().data, path);
    return Array.isArray(now) ? now : [];
  }
}

/**
 * The field at the dotted path as a JSON pointer into the widget's own form; undefined if it is not one of its fields.
 */
function fieldOf(item: LayoutItem | undefined, place: string, field: string | undefined): string | undefined {
  const prefix = `${place}.widget.${item?.widget.type}.`;
  return field?.startsWith(prefix) ? `/${field.slice(prefix.length).replaceAll('.', '/')}` : undefined;
}
