import '@mantine/core/styles/Switch.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import type { Fault } from '@berth/contract/errors';
import type { Deployment } from '@berth/contract/limits';
import type { ProfileDefinition } from '@berth/contract/profile/definition';
import type { UiElement } from '@berth/contract/profile/forms/ui';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { watchPresses } from '../lib/pointer-press.ts';
import { type ControlFor, DefinitionContext, FormContext, FormStateContext } from './form-context.tsx';
import type { AnyFormId, FormDefinition } from './form-definition.ts';
import styles from './form-view.module.css';
import { Element } from './layouts/element.tsx';
import { dotted, type FormChange, type FormState, type FormStore } from './state/form-store.ts';
import { fieldsOf } from './state/rules.ts';
import { useFormStore, useLatest } from './state/use-form-store.ts';
import { keysOf } from './state/values-at-path.ts';

const FIELDS = 'input:not([type=hidden], [type=file]), select, textarea';
const BUTTONS = 'button:not(:disabled)';

type DefinitionUpdate = (definition: ProfileDefinition) => ProfileDefinition;

interface FormViewProps {
  readonly form: FormDefinition;
  /** Passed in, because some controls contain a form themselves. */
  readonly controlFor: ControlFor;
  /** Whether a field of the data is shown; undefined for all of them. */
  readonly owns: ((field: string) => boolean) | undefined;
  readonly data: unknown;
  /** Called with every change, immediately. Paths of faults are relative to the data. */
  readonly onChange: (change: FormChange) => void;
  /** The server's faults, relative to the data. */
  readonly faults: readonly Fault[];
  /** Number of save attempts: each marks the invalid fields. */
  readonly attempts: number;
  readonly readOnly: boolean;
  readonly definition: ProfileDefinition | undefined;
  readonly changeDefinition: (update: DefinitionUpdate, faults: readonly Fault[]) => void;
  readonly deployment: Deployment | undefined;
  readonly openForm: ((id: AnyFormId) => void) | undefined;
  /** The field to focus, as a JSON pointer relative to the data; then `onFocused` is called. */
  readonly focus: string | undefined;
  readonly onFocused: (() => void) | undefined;
}

/** A loaded form with its data. Data are read once; later ones only if changed elsewhere. */
export function FormView(props: FormViewProps): ReactNode {
  const { form } = props;
  const store = useFormStore(form, props.data, props.onChange);
  useEffect(watchPresses, []);
  useEffect(() => store.showFaults(props.faults), [store, props.faults]);
  const state = useStateOf(store);
  const surroundings = useSurroundings(store, props);
  const { owns } = props;
  const shown = useMemo(() => elementOf(form.uischema, owns), [form, owns]);
  const frame = useRef<HTMLDivElement>(null);
  const { target } = surroundings;
  const onFocused = useLatest(props.onFocused);
  // After the lists that contain the field have opened themselves in the same render.
  useEffect(() => {
    if (target === undefined || !frame.current) return;
    focusField(frame.current, target);
    onFocused.current?.();
  }, [target, onFocused]);
  return (
    <FormStateContext.Provider value={state}>
      <FormContext.Provider value={surroundings}>
        <DefinitionContext.Provider value={props.definition}>
          <div ref={frame} className={styles.form} data-pointer={props.form.configptr}>
            <Element uischema={shown} schema={form.schema} path="" enabled={!props.readOnly} />
          </div>
        </DefinitionContext.Provider>
      </FormContext.Provider>
    </FormStateContext.Provider>
  );
}

/** The element without the parts whose fields are not shown. */
function elementOf(uischema: UiElement, owns: FormViewProps['owns']): UiElement {
  if (!owns || !uischema.elements) return uischema;
  const isShown = (element: UiElement): boolean =>
    element.scope === undefined ? (element.elements ?? []).some(isShown) : owns(fieldsOf(element.scope)[0] ?? '');
  return { ...uischema, elements: uischema.elements.filter(isShown) };
}

/**
 * The store's state as React state, unlike useSyncExternalStore: input may then render in the background, so that the
 * next keystroke is not delayed.
 */
function useStateOf(store: FormStore): FormState {
  const [state, setState] = useState(store.state);
  useEffect(() => {
    setState(store.state());
    return store.subscribe(() => setState(store.state()));
  }, [store]);
  return state;
}

function useSurroundings(store: FormStore, props: FormViewProps) {
  const latest = useLatest(props);
  const { deployment, attempts, controlFor } = props;
  // Marking renders the controls through a new context.
  const [marks, setMarks] = useState(0);
  useEffect(() => {
    if (attempts === 0) return;
    store.mark();
    setMarks(attempts);
  }, [store, attempts]);
  const target = props.focus === undefined ? undefined : dotted(props.focus);
  const { configptr } = props.form;
  const opensForms = props.openForm !== undefined;
  return useMemo(
    () => ({
      store,
      controlFor,
      configptr,
      deployment,
      attempts: marks,
      target,
      changeDefinition: (update: DefinitionUpdate) => latest.current.changeDefinition(update, store.state().faults),
      openForm: opensForms ? (id: AnyFormId) => latest.current.openForm?.(id) : undefined,
    }),
    [store, controlFor, configptr, deployment, marks, target, opensForms, latest],
  );
}

/** Scrolls to the field at the path and focuses it, or its nearest container. */
export function focusField(form: HTMLElement, path: string): void {
  const keys = keysOf(path);
  for (let length = keys.length; length >= 0; length--) {
    const at = keys.slice(0, length).join('.');
    const place = form.querySelector<HTMLElement>(`[data-path="${CSS.escape(at)}"]`);
    const field = place?.matches(FIELDS)
      ? place
      : (place?.querySelector<HTMLElement>(FIELDS) ?? place?.querySelector<HTMLElement>(BUTTONS));
    // A nested form has already set the focus.
    if (length < keys.length && place?.contains(document.activeElement)) return;
    if (place && field) {
      place.scrollIntoView({ block: 'center' });
      field.focus({ preventScroll: true });
      // Marked until it is left.
      place.dataset.found = '';
      place.addEventListener('focusout', () => delete place.dataset.found, { once: true });
      return;
    }
  }
}

// Styles of widgets that only forms use, in addition to ui/mantine/styles.ts.
