import type { Fault } from '@berth/contract/errors';
import type { SchemaNode } from '@berth/contract/profile/nodes';
import { pointerKeys } from '@berth/contract/profile/pointer';
import type { FormDefinition } from '../form-definition.ts';
import { faultsOfData } from '../validation/check.ts';
import { withoutHiddenFaults } from './rules.ts';
import { valueAt, withValueAt } from './values-at-path.ts';

/** A form's changed data with all their faults; paths are relative to the form's data. */
export interface FormChange {
  readonly data: unknown;
  readonly faults: readonly Fault[];
}

/** An immutable state of a form. */
export interface FormState {
  readonly data: unknown;
  /** Faults of the data. */
  readonly faults: readonly Fault[];
  /** Additional faults from the server, until their fields change. */
  readonly refused: readonly Fault[];
}

/**
 * A form's state outside React: a change takes effect and is passed on right away, so that no input is lost between two
 * renders.
 */
export interface FormStore {
  readonly schema: SchemaNode;
  readonly subscribe: (listener: () => void) => () => void;
  readonly state: () => FormState;
  /** Sets the value at a path as a change by the user. */
  readonly change: (path: string, value: unknown) => void;
  /** Takes over data that changed elsewhere. */
  readonly replace: (data: unknown) => void;
  /** Shows faults found by the server; each disappears once its field changes. */
  readonly showFaults: (faults: readonly Fault[]) => void;
  /** Marks the fields that are invalid now, on a save attempt. Entries added later are not marked. */
  readonly mark: () => void;
  /** Whether the field at a path was filled in wrongly when the form opened, or has had a fault since it was marked. */
  readonly isMarked: (path: string) => boolean;
}

export function createFormStore(
  form: Pick<FormDefinition, 'schema' | 'uischema' | 'validate'>,
  initial: unknown,
  onChange: (change: FormChange) => void,
): FormStore {
  const listeners = new Set<() => void>();
  let state = checked(initial, []);
  // What is there and wrong was typed or stored; what is missing is still to be filled in.
  let marked: ReadonlySet<string> = new Set([...faultyPaths()].filter((path) => isFilled(state.data, path)));

  function checked(data: unknown, refused: readonly Fault[]): FormState {
    return { data, faults: faultsOfData(form.schema, form.validate, data), refused };
  }

  function publish(next: FormState): void {
    state = next;
    // A field that was corrected, or removed with its entry, starts unmarked.
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

/** All known faults of a form. */
export function allFaults({ faults, refused }: FormState): readonly Fault[] {
  return [...faults, ...refused];
}

/** A JSON pointer as a path of the form. */
export function dotted(pointer: string): string {
  return pointerKeys(pointer).join('.');
}

/** Whether somebody gave the field at the path a value: an empty one may still be about to be filled in. */
export function isFilled(data: unknown, path: string): boolean {
  const value = valueAt(data, path);
  if (value === undefined || value === null || value === '') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

/** Whether a change at the path may have corrected the fault at the pointer. */
function touches(path: string, pointer: string): boolean {
  const changed = `/${path.replaceAll('.', '/')}`;
  return path === '' || pointer === changed || pointer.startsWith(`${changed}/`);
}
