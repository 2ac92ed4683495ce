import type { Fault } from '@berth/contract/errors';
import { pointerKeys } from '@berth/contract/profile/pointer';
import { type CoreActions, type JsonFormsCore, UPDATE_DATA } from '@jsonforms/core';
import type { FormDefinition } from '../form-definition.ts';
import { faultsOfData } from '../validation/check.ts';
import { fulfils } from '../validation/conditions.ts';
import { valueAt, withValueAt } from './at.ts';
import { withoutHiddenFaults } from './hidden.ts';

type Ajv = NonNullable<JsonFormsCore['ajv']>;
type FormError = NonNullable<JsonFormsCore['errors']>[number];

/** JSON Forms asks AJV only whether a rule's condition holds; AJV itself cannot run under the page's policy. */
const ruleEngine = { validate: fulfils } as unknown as Ajv;

/** What a form's data became, with every fault in them; paths are relative to the form's data. */
export interface FormChange {
  readonly data: unknown;
  readonly faults: readonly Fault[];
}

/**
 * A form's state outside React: a change is in effect, and handed on, at once, so that nothing typed is lost between two
 * renders. It takes the part of JSON Forms' own reducer, which would copy and compare the data on every keystroke.
 */
export interface FormStore {
  readonly subscribe: (listener: () => void) => () => void;
  readonly core: () => JsonFormsCore;
  /** What is wrong in the data as they are now. */
  readonly faults: () => readonly Fault[];
  readonly dispatch: (action: CoreActions) => void;
  /** Sets the value at a path as a person's change. */
  readonly change: (path: string, value: unknown) => void;
  /** Takes over data that changed elsewhere. */
  readonly replace: (data: unknown) => void;
  /** Shows faults that the server found; each disappears once its field is changed. */
  readonly showFaults: (faults: readonly Fault[]) => void;
  /** Marks the fields that are at fault now: somebody tried to save. What is added later is not marked by it. */
  readonly mark: () => void;
  /** Whether the field at a path has had a fault since the form opened with it, or since it was marked. */
  readonly isMarked: (path: string) => boolean;
}

export function createFormStore(
  form: Pick<FormDefinition, 'schema' | 'uischema' | 'validate'>,
  initial: unknown,
  onChange: (change: FormChange) => void,
): FormStore {
  const listeners = new Set<() => void>();
  let core = coreOf(initial, []);
  let marked: ReadonlySet<string> = faultyPaths();

  function coreOf(data: unknown, additionalErrors: FormError[]): JsonFormsCore {
    const errors = faultsOfData(form.schema, form.validate, data).map(errorOf);
    const { schema, uischema } = form as unknown as Pick<JsonFormsCore, 'schema' | 'uischema'>;
    return { data, schema, uischema, ajv: ruleEngine, validationMode: 'ValidateAndShow', errors, additionalErrors };
  }

  function publish(next: JsonFormsCore): void {
    core = next;
    // A field that was corrected, or removed with its entry, begins anew.
    const faulty = faultyPaths();
    marked = new Set([...marked].filter((path) => faulty.has(path)));
    for (const listener of listeners) listener();
  }

  function change(path: string, value: unknown): void {
    const kept = (core.additionalErrors ?? []).filter((error) => !touches(path, error.instancePath));
    const next = coreOf(withValueAt(core.data, path, value), kept);
    const settled = withoutHiddenFaults(form.uischema, next.data, (next.errors ?? []).map(faultOf));
    publish(settled === next.data ? next : coreOf(settled, kept));
    onChange({ data: core.data, faults: faults() });
  }

  function faultyPaths(): ReadonlySet<string> {
    return new Set(
      [...(core.errors ?? []), ...(core.additionalErrors ?? [])].map((error) => dotted(error.instancePath)),
    );
  }

  function faults(): readonly Fault[] {
    return (core.errors ?? []).map(faultOf);
  }

  return {
    faults,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    core: () => core,
    dispatch(action) {
      if (action.type === UPDATE_DATA) change(action.path, action.updater(valueAt(core.data, action.path)));
    },
    change,
    replace(data) {
      if (data !== core.data) publish(coreOf(data, core.additionalErrors ?? []));
    },
    showFaults(faults) {
      marked = new Set([...marked, ...faults.map(({ path }) => dotted(path))]);
      publish({ ...core, additionalErrors: faults.map(errorOf) });
    },
    mark() {
      marked = faultyPaths();
    },
    isMarked: (path) => marked.has(path),
  };
}

/** A fault as JSON Forms passes it to the control at its path. */
function errorOf(fault: Fault): FormError {
  return { instancePath: fault.path, keyword: 'fault', schemaPath: '', message: fault.message, params: { fault } };
}

/** The fault that an error stands for. */
export function faultOf(error: FormError): Fault {
  return error.params.fault as Fault;
}

/** A JSON pointer as JSON Forms writes paths. */
export function dotted(pointer: string): string {
  return pointerKeys(pointer).join('.');
}

/** Whether a change at the path may have mended the fault at the pointer. */
function touches(path: string, pointer: string): boolean {
  const changed = `/${path.replaceAll('.', '/')}`;
  return path === '' || pointer === changed || pointer.startsWith(`${changed}/`);
}
