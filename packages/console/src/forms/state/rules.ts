import type { Fault } from '@berth/contract/errors';
import type { UiElement, UiRule } from '@berth/contract/profile/forms/ui';
import { isObject } from '@berth/contract/profile/nodes';
import { pointerKeys } from '@berth/contract/profile/pointer';
import { fulfills } from '../validation/required.ts';
import { innerPath, valueAt, withValueAt } from './values-at-path.ts';

/**
 * The data without faults in fields that a rule hides: nobody could see or correct them there. Valid hidden values
 * stay, for when they are shown again.
 */
export function withoutHiddenFaults(uischema: UiElement, data: unknown, faults: readonly Fault[]): unknown {
  if (faults.length === 0) return data;
  const hidden = hiddenPaths(uischema, data, '');
  return faults.reduce((value, { path }) => {
    const keys = pointerKeys(path);
    const within = hidden.find((each) => startsWith(keys, each));
    if (!within) return value;
    // A fault about a value missing in a hidden object removes the object.
    const taken = valueAt(value, within.join('.')) === undefined ? within.slice(0, -1) : within;
    return taken.length === 0 ? value : withValueAt(value, taken.join('.'), undefined);
  }, data);
}

/** Paths of the currently hidden controls. */
function hiddenPaths(element: UiElement, data: unknown, base: string, within = false): string[][] {
  const isHidden = within || hides(element, data, base);
  const inner = (element.elements ?? []).flatMap((each) => hiddenPaths(each, data, base, isHidden));
  if (element.scope === undefined) return inner;
  const path = innerPath(base, ...fieldsOf(element.scope));
  if (isHidden) return [path.split('.')];
  const { detail } = element.options ?? {};
  if (!detail) return inner;
  const value = valueAt(data, path);
  if (Array.isArray(value)) {
    return value.flatMap((_, index) => hiddenPaths(detail, data, innerPath(path, index)));
  }
  return isObject(value) ? hiddenPaths(detail, data, path) : inner;
}

/** Whether a rule hides an element of the object at `base`, given the data. */
export function hides({ rule }: UiElement, data: unknown, base: string): boolean {
  if (rule?.effect !== 'SHOW' && rule?.effect !== 'HIDE') return false;
  return holds(rule, data, base) === (rule.effect === 'HIDE');
}

/** Whether a rule disables an element. */
export function disables({ rule }: UiElement, data: unknown, base: string): boolean {
  if (rule?.effect !== 'ENABLE' && rule?.effect !== 'DISABLE') return false;
  return holds(rule, data, base) === (rule.effect === 'DISABLE');
}

function holds({ condition }: UiRule, data: unknown, base: string): boolean {
  return fulfills(condition.schema, valueAt(data, innerPath(base, ...fieldsOf(condition.scope))));
}

/** The keys of a scope, relative to its object. */
export function fieldsOf(scope: string): string[] {
  return scope.split('/').filter((part) => part !== '#' && part !== 'properties');
}

function startsWith(keys: readonly string[], prefix: readonly string[]): boolean {
  return prefix.every((key, index) => keys[index] === key);
}
