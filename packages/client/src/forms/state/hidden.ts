import type { Fault } from '@berth/contract/errors';
import type { UiElement } from '@berth/contract/profile/forms/ui';
import { isObject } from '@berth/contract/profile/nodes';
import { pointerKeys } from '@berth/contract/profile/pointer';
import { fulfils } from '../validation/conditions.ts';
import { valueAt, withValueAt } from './at.ts';

/**
 * The data without what is wrong in fields that a rule hides: nobody could see or mend it there. What is hidden and
 * valid stays, so that switching back brings it back.
 */
export function withoutHiddenFaults(uischema: UiElement, data: unknown, faults: readonly Fault[]): unknown {
  if (faults.length === 0) return data;
  const hidden = hiddenPaths(uischema, data, '');
  return faults.reduce((value, { path }) => {
    const keys = pointerKeys(path);
    const within = hidden.find((each) => startsWith(keys, each));
    if (!within) return value;
    // What is missing in a hidden object goes with the object.
    const taken = valueAt(value, within.join('.')) === undefined ? within.slice(0, -1) : within;
    return taken.length === 0 ? value : withValueAt(value, taken.join('.'), undefined);
  }, data);
}

/** Paths of the controls that no one sees at present. */
function hiddenPaths(element: UiElement, data: unknown, base: string, within = false): string[][] {
  const isHidden = within || hides(element, data, base);
  const inner = (element.elements ?? []).flatMap((each) => hiddenPaths(each, data, base, isHidden));
  if (element.scope === undefined) return inner;
  const path = [base, ...fieldsOf(element.scope)].filter(Boolean).join('.');
  if (isHidden) return [path.split('.')];
  const { detail } = element.options ?? {};
  if (!detail) return inner;
  const value = valueAt(data, path);
  if (Array.isArray(value)) {
    return value.flatMap((_, index) =>
      hiddenPaths(detail, data, [path, index].filter((part) => part !== '').join('.')),
    );
  }
  return isObject(value) ? hiddenPaths(detail, data, path) : inner;
}

function hides({ rule }: UiElement, data: unknown, base: string): boolean {
  if (!rule) return false;
  const path = [base, ...fieldsOf(rule.condition.scope)].filter(Boolean).join('.');
  const holds = fulfils(rule.condition.schema, valueAt(data, path));
  return (rule.effect === 'SHOW' && !holds) || (rule.effect === 'HIDE' && holds);
}

function fieldsOf(scope: string): string[] {
  return scope.split('/').filter((part) => part !== '#' && part !== 'properties');
}

function startsWith(keys: readonly string[], prefix: readonly string[]): boolean {
  return prefix.every((key, index) => keys[index] === key);
}
