import { nameKey } from './compare.ts';
import type { Draft } from './draft.ts';

/** The call that gives an object only another name. */
export type Rename = (id: string, name: string) => Draft['call'];

/**
 * Puts changes of one section in an order in which each new name is free when it is taken. Names that are exchanged in a
 * circle need one step more, which gives one of the objects a name of its own for a moment.
 *
 * @param names the current names by ID
 */
export function inOrderOfNames(
  steps: readonly Draft[],
  names: ReadonlyMap<string, string>,
  rename: Rename,
): readonly Draft[] {
  const holders = new Map(steps.map((step) => [nameKey(names.get(step.id ?? '') ?? step.name), step]));
  const ordered: Draft[] = [];
  const state = new Map<Draft, 'waits' | 'moved' | 'done'>();
  const visit = (step: Draft): void => {
    state.set(step, 'waits');
    const holder = holders.get(nameKey(step.name));
    if (holder && holder !== step) {
      if (state.get(holder) === 'waits') {
        ordered.push(aside(holder, names, rename));
        state.set(holder, 'moved');
      } else if (!state.has(holder)) visit(holder);
    }
    ordered.push(state.get(step) === 'moved' ? later(step) : step);
    state.set(step, 'done');
  };
  for (const step of steps) if (!state.has(step)) visit(step);
  return ordered;
}

/** Frees the name of an object that gets another one later. */
function aside(step: Draft, names: ReadonlyMap<string, string>, rename: Rename): Draft {
  const id = step.id ?? '';
  const name = `Renaming ${id.slice(0, 8)}`;
  const differences = [{ path: 'name', before: names.get(id), after: name }];
  return { ...step, name, call: at(rename(id, name), step.call.ifMatch), differences, tentative: false };
}

/** The same change, based on the revision that the step before makes. */
function later(step: Draft): Draft {
  const { ifMatch } = step.call;
  return { ...step, call: at(step.call, ifMatch === undefined ? undefined : ifMatch + 1) };
}

function at(call: Draft['call'], ifMatch: number | undefined): Draft['call'] {
  return ifMatch === undefined ? call : { ...call, ifMatch };
}
