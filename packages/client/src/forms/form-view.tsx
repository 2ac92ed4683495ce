import type { Fault } from '@berth/contract/errors';
import type { Deployment } from '@berth/contract/limits';
import type { ProfileDefinition } from '@berth/contract/profile/definition';
import type { JsonFormsCore } from '@jsonforms/core';
import { JsonFormsContext, JsonFormsDispatch, type JsonFormsStateContext } from '@jsonforms/react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTexts } from '../i18n/store.ts';
import type { Texts } from '../i18n/texts.ts';
import { faultText } from './faults/fault-text.ts';
import { focusField } from './faults/focus-field.ts';
import { DefinitionContext, FormContext } from './form-context.ts';
import type { AnyFormId, FormDefinition } from './form-definition.ts';
import styles from './form-view.module.css';
import './styles.ts';
import { watchPresses } from '../lib/pointer-press.ts';
import { renderers } from './renderers.ts';
import { dotted, type FormChange, type FormStore, faultOf } from './state/form-store.ts';
import { useFormStore } from './state/use-form-store.ts';
import { useLatest } from './state/use-latest.ts';

/** The same each time: another object would draw every control again with every change. */
const NO_CELLS: NonNullable<JsonFormsStateContext['cells']> = [];
const NO_CONFIG = {};

type DefinitionUpdate = (definition: ProfileDefinition) => ProfileDefinition;

export interface FormViewProps {
  readonly form: FormDefinition;
  readonly data: unknown;
  /** Every change, at once. Paths of faults are relative to the data. */
  readonly onChange: (change: FormChange) => void;
  /** The server's faults, relative to the data. */
  readonly faults: readonly Fault[];
  /** How often somebody tried to save: each time the fields at fault are marked. */
  readonly attempts: number;
  readonly readOnly: boolean;
  readonly definition: ProfileDefinition | undefined;
  readonly changeDefinition: (update: DefinitionUpdate, faults: readonly Fault[]) => void;
  readonly deployment: Deployment | undefined;
  readonly openForm: ((id: AnyFormId) => void) | undefined;
  /** The field that a person is led to, as a JSON pointer relative to the data; then `onFocused` is called. */
  readonly focus: string | undefined;
  readonly onFocused: (() => void) | undefined;
}

/** A loaded form on its data. Data are taken over once; later ones only if they were changed elsewhere. */
export function FormView(props: FormViewProps): ReactNode {
  const store = useFormStore(props.form, props.data, props.onChange);
  useEffect(watchPresses, []);
  useEffect(() => store.showFaults(props.faults), [store, props.faults]);
  const jsonForms = useJsonFormsContext(store, props.readOnly);
  const surroundings = useSurroundings(store, props);
  const frame = useRef<HTMLDivElement>(null);
  const { target } = surroundings;
  const onFocused = useLatest(props.onFocused);
  // After the lists that hold the field have opened themselves, which is in the same rendering.
  useEffect(() => {
    if (target === undefined || !frame.current) return;
    focusField(frame.current, target);
    onFocused.current?.();
  }, [target, onFocused]);
  return (
    <JsonFormsContext.Provider value={jsonForms}>
      <FormContext.Provider value={surroundings}>
        <DefinitionContext.Provider value={props.definition}>
          <div ref={frame} className={styles.form}>
            <JsonFormsDispatch />
          </div>
        </DefinitionContext.Provider>
      </FormContext.Provider>
    </JsonFormsContext.Provider>
  );
}

function useJsonFormsContext(store: FormStore, readonly: boolean): JsonFormsStateContext {
  const core = useCore(store);
  const texts = useTexts();
  const i18n = useMemo(() => translationOf(texts), [texts]);
  return useMemo(
    () => ({ core, renderers, cells: NO_CELLS, config: NO_CONFIG, readonly, dispatch: store.dispatch, i18n }),
    [core, readonly, store, i18n],
  );
}

/**
 * The store's state as React's own, unlike useSyncExternalStore: what was typed may then be drawn in the background, so
 * that the next keystroke does not wait for it.
 */
function useCore(store: FormStore): JsonFormsCore {
  const [core, setCore] = useState(store.core);
  useEffect(() => {
    setCore(store.core());
    return store.subscribe(() => setCore(store.core()));
  }, [store]);
  return core;
}

/** Labels come from the controls themselves; JSON Forms asks for faults only. */
function translationOf(texts: Texts): NonNullable<JsonFormsStateContext['i18n']> {
  return {
    locale: texts.language,
    translate: ((_key: string, fallback?: string) => fallback) as NonNullable<
      NonNullable<JsonFormsStateContext['i18n']>['translate']
    >,
    translateError: (error: NonNullable<JsonFormsCore['errors']>[number]) => faultText(texts, faultOf(error)),
  };
}

function useSurroundings(store: FormStore, props: FormViewProps) {
  const latest = useLatest(props);
  const { deployment, attempts } = props;
  // Marking draws the controls: the context is another one.
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
      configptr,
      deployment,
      attempts: marks,
      target,
      changeDefinition: (update: DefinitionUpdate) => latest.current.changeDefinition(update, store.faults()),
      openForm: opensForms ? (id: AnyFormId) => latest.current.openForm?.(id) : undefined,
    }),
    [store, configptr, deployment, marks, target, opensForms, latest],
  );
}
