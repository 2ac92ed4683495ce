import type { TogetherCall } from '../api/changes.ts';
import { canonical } from './compare.ts';
import type { Section } from './state.ts';

export type Action = 'create' | 'change' | 'delete' | 'order';

/** A difference of one value; undefined where there is none. */
export interface Difference {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** One step of a plan. */
export interface Draft {
  readonly action: Action;
  readonly section: Section;
  readonly name: string;
  readonly call: Omit<TogetherCall, 'uses'>;
  /** IDs of what earlier steps create. */
  readonly uses: readonly { readonly at: string; readonly step: Draft }[];
  readonly differences: readonly Difference[];
  /** What asks for it; undefined for a deletion. */
  readonly wanted: object | undefined;
  /** The ID of what it changes or deletes. */
  readonly id: string | undefined;
  /** Whether it only may be a change: it sends a secret, and only the server knows whether that is another one. */
  readonly tentative: boolean;
}

/** What cannot be planned: which wanted object is wrong, where in it, and what is allowed. */
export interface PlanFault {
  readonly wanted: object;
  readonly path: string;
  readonly message: string;
}

type Given = Pick<Draft, 'section' | 'name' | 'call'> & Partial<Draft>;

/** Collects the steps of a plan. */
export class Drafts {
  readonly #all: Draft[] = [];
  readonly faults: PlanFault[] = [];

  add(action: Action, given: Given): Draft {
    const draft = { uses: [], differences: [], wanted: undefined, id: undefined, tentative: false, ...given, action };
    this.#all.push(draft);
    return draft;
  }

  of(action: Action): Draft[] {
    return this.#all.filter((draft) => draft.action === action);
  }

  fault(wanted: object, path: string, message: string): void {
    this.faults.push({ wanted, path, message });
  }
}

/** The fields that differ, by their names. */
export function fieldDifferences(before: object, after: object): Difference[] {
  const old = new Map<string, unknown>(Object.entries(before));
  const next = new Map<string, unknown>(Object.entries(after));
  return [...new Set([...old.keys(), ...next.keys()])]
    .map((path) => ({ path, before: old.get(path), after: next.get(path) }))
    .filter((each) => canonical(each.before ?? null) !== canonical(each.after ?? null));
}

/** Pairs wanted objects with those that exist: by ID if this organization has it, else by name. Each is paired once. */
export function paired<Want extends { readonly id?: string }, Have extends { readonly id: string }>(
  wanted: readonly Want[],
  existing: readonly Have[],
  keys: { readonly want: (want: Want) => string; readonly have: (have: Have) => string },
): { readonly pairs: ReadonlyMap<Want, Have>; readonly rest: readonly Have[] } {
  const rest = new Set(existing);
  const pairs = new Map<Want, Have>();
  const take = (want: Want, found: Have | undefined) => {
    if (!found) return;
    pairs.set(want, found);
    rest.delete(found);
  };
  for (const want of wanted)
    take(
      want,
      existing.find((have) => have.id === want.id),
    );
  for (const want of wanted) {
    if (pairs.has(want)) continue;
    take(
      want,
      [...rest].find((have) => keys.have(have) === keys.want(want)),
    );
  }
  return { pairs, rest: [...rest] };
}
