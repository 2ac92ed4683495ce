import type { Fault } from '@berth/contract/errors';
import { checkValue } from '@berth/contract/profile/check';
import { defaultDefinition } from '@berth/contract/profile/defaults';
import { ProfileDefinition } from '@berth/contract/profile/definition';
import { pointerKeys } from '@berth/contract/profile/pointer';
import { checker } from '../../state/schema.ts';

/** A definition as far as this agent understands it, complete with defaults. */
export interface Understood {
  readonly definition: ProfileDefinition;
  /** What was left out and why; null when nothing was. Reported to the cloud as applyError. */
  readonly faults: string | null;
}

const FAULTS_MAX = 2_000;
/** Leaving one thing out may show the next; a definition that needs more rounds is not one. */
const ROUNDS = 8;

const validate = checker(ProfileDefinition);

/**
 * Reads a definition that a newer cloud may have written: a field that is unknown, or whose value breaks a rule, is left
 * out and its default holds. Everything else is shown as it is.
 */
export function understand(given: unknown): Understood {
  let candidate = structuredClone(given);
  const found: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { value, faults } = checkValue({ ...ProfileDefinition }, candidate, validate);
    if (faults.length === 0) return { definition: value as ProfileDefinition, faults: summary(found) };
    found.push(...faults.map(({ path, message }) => `${path || '/'} ${message}`));
    candidate = faults.toSorted(lastFirst).reduce(leaveOut, candidate);
  }
  return { definition: defaultDefinition(), faults: summary(found) };
}

// Entries of a list are removed from its end, so that the places of those before them stay right.
function lastFirst(a: Fault, b: Fault): number {
  return b.path.localeCompare(a.path, 'en', { numeric: true });
}

function leaveOut(root: unknown, { path, rule, params }: Fault): unknown {
  const keys = pointerKeys(path);
  // What is required cannot be left out: its owner goes.
  const target = rule === 'required' ? keys.slice(0, -1) : keys;
  const last = target.at(-1);
  if (last === undefined) return {};
  const owner = target.slice(0, -1).reduce<unknown>((node, key) => fieldOf(node, key), root);
  if (Array.isArray(owner)) owner.splice(Number(last), 1);
  else if (isObject(owner)) {
    const value = owner[last];
    if (rule === 'maxItems' && Array.isArray(value)) value.splice(Number(params?.limit));
    else delete owner[last];
  }
  return root;
}

function fieldOf(node: unknown, key: string): unknown {
  if (Array.isArray(node)) return node[Number(key)];
  return isObject(node) && Object.hasOwn(node, key) ? node[key] : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function summary(found: readonly string[]): string | null {
  return found.length === 0 ? null : [...new Set(found)].join('; ').slice(0, FAULTS_MAX);
}
