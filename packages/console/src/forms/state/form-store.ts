import type { Fault } from '@berth/contract/errors';
import type { SchemaNode } from '@berth/contract/profile/nodes';
import { pointerKeys } from '@berth/contract/profile/pointer';
import type { FormDefinition } from '../form-definition.ts';
import { faultsOfData } from '../validation/check.ts';
import { withoutHiddenFaults } from './rules.ts';
import { withValueAt } from './values-at-path.ts';

/** What a form's data became, with every fault in them; paths are relative to the form's data. */
export interface FormChange {
  readonly data: unknown;
  readonly faults: readonly Fault[];
}

/** A form as it stands: every change is another object. */
export interface FormState {
  readonly data: unknown;
  /** What is wrong in the data. */
  readonly faults: readonly Fault[];
  /** What the server found besides, as long as it has not been changed. */
  readonly refused: readonly Fault[];
}

/**
 * A form's state outside React: a change is in effect, and handed on, at once, so that nothing typed is lost between two
 * renders.
 */
export interface FormStore {
  readonly schema: SchemaNode;
  readonly subscribe: (listener: () => void) => () => void;
  readonly state: () => FormState;
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
  let state = checked(initial, []);
  let marked: ReadonlySet<string> = faultyPaths();

  function checked(data: unknown, refused: readonly Fault[]): FormState {
    return { data, faults: faultsOfData(form.schema, form.validate, data), refused };
  }

  function publish(next: FormState): void {
    state = next;
    // A field that was corrected, or removed with its entry, begins anew.
    const faulty = faultyPaths();
    marked = new Set([...marked].filter((path) => faulty.has(path)));
    for (const listener of listeners) listener();
  }

  function change(path: string, value: unknown): void {
    const kept = state.refused.filter((fault) => !touches(path, fault.path));
    const next = checked(withValueAt(state.data, path, value), kept);
    const settled = withoutHiddenFaults(form.uischema, next.data, next.faults);
    publish(settled === next.data ? next : checked(settled, kept));
    onChange({ data: state.data, faults: state.faults });
  }

  function faultyPaths(): ReadonlySet<string> {
    return new Set(allFaults(state).map(({ path }) => dotted(path)));
  }

  return {
    schema: form.schema,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: () => state,
    change,
    replace(data) {
      if (data !== state.data) publish(checked(data, state.refused));
    },
    showFaults(refused) {
      marked = new Set([...marked, ...refused.map(({ path }) => dotted(path))]);
      publish({ ...state, refused });
    },
    mark() {
      marked = faultyPaths();
    },
    isMarked: (path) => marked.has(path),
  };
}

/** What is wrong in a form, as far as anybody knows. */
export function allFaults({ faults, refused }: FormState): readonly Fault[] {
  return [...faults, ...refused];
}

/** A JSON pointer as a path of the form. */
export function dotted(pointer: string): string {
  return pointerKeys(pointer).join('.');
}

/** Whether a change at the path may have mended the fault at the pointer. */
function touches(path: string, pointer: string): boolean {
  const changed = `/${path.replaceAll('.', '/')}`;
  return path === '' || pointer === changed || pointer.startsWith(`${changed}/`);
}
