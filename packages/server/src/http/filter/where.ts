import { storableInstant } from '../../platform/schema.ts';
import {
  CONDITIONS_MAX,
  type Condition,
  child,
  DEPTH_MAX,
  type FieldKind,
  type FilterFields,
  OPERATORS,
  type Operator,
  type Refuse,
  record,
  VALUES_MAX,
  type Value,
} from './grammar.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const INSTANT =
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?(?:Z|[+-][0-9]{2}:[0-9]{2}))?$/;
const TEXT_MAX = 256;

/** Parses `where`; `refuse` throws with the place and the reason. */
export function readWhere(
  value: unknown,
  { fields, forChanges = false }: { readonly fields: FilterFields; readonly forChanges?: boolean },
  refuse: Refuse,
): Condition {
  let conditions = 0;

  function group(given: unknown, path: string, depth: number): Condition {
    const entries = Object.entries(record(given, path, refuse));
    if (depth > DEPTH_MAX) refuse(path, 'depth', `can be nested at most ${DEPTH_MAX} levels deep`);
    return { all: entries.map(([key, inner]) => entry(key, inner, child(path, key), depth)) };
  }

  function entry(key: string, inner: unknown, path: string, depth: number): Condition {
    conditions += 1;
    if (conditions > CONDITIONS_MAX) refuse(path, 'conditions', `can hold at most ${CONDITIONS_MAX} conditions`);
    if (key === 'and' || key === 'or') {
      if (!Array.isArray(inner)) return refuse(path, 'type', 'must be a list of conditions');
      const parts = inner
        .map((part, index) => group(part, child(path, String(index)), depth + 1))
        .filter((part) => !isEmpty(part));
      if (forChanges && key === 'or' && parts.length === 0) refuse(path, 'length', 'must hold a condition');
      return key === 'and' || parts.length === 0 ? { all: parts } : { any: parts };
    }
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (!field) return refuse(path, 'unknown-field', `${key} is not a field this list can be filtered by`);
    if (typeof inner !== 'object' || inner === null) return comparison(key, field.kind, 'eq', inner, path);
    const comparisons = Object.entries(record(inner, path, refuse));
    if (comparisons.length === 0) refuse(path, 'operator', 'needs a comparison');
    return {
      all: comparisons.map(([operator, operand]) =>
        comparison(key, field.kind, operator, operand, child(path, operator)),
      ),
    };
  }

  function comparison(field: string, kind: FieldKind, name: string, operand: unknown, path: string): Condition {
    const operator = OPERATORS[kind].find((each): each is Operator => each === name);
    if (!operator) return refuse(path, 'operator', `${field} cannot be compared by ${name}`);
    if (operator === 'inq' || operator === 'nin' || operator === 'between') {
      if (!Array.isArray(operand)) return refuse(path, 'type', 'must be a list of values');
      const tooMany = operator === 'between' ? operand.length !== 2 : operand.length > VALUES_MAX;
      if (tooMany)
        refuse(path, 'length', operator === 'between' ? 'must be two values' : `at most ${VALUES_MAX} values`);
      return {
        field,
        operator,
        values: operand.map((each, at) => checked(each, kind, child(path, String(at)), refuse)),
      };
    }
    if (operand === null && (operator === 'eq' || operator === 'neq')) return { field, operator, value: null };
    return { field, operator, value: checked(operand, kind, path, refuse) };
  }

  return value === undefined ? { all: [] } : group(value, '/where', 1);
}

/** Skips empty groups, as LoopBack 4 does on PostgreSQL: `or: []` and `and: []` match everything. */
function isEmpty(condition: Condition): boolean {
  return 'all' in condition && condition.all.every(isEmpty);
}

function checked(value: unknown, kind: FieldKind, path: string, refuse: Refuse): Value {
  switch (kind) {
    case 'text':
    case 'texts':
      return typeof value === 'string' && value.length <= TEXT_MAX ? value : refuse(path, 'type', 'must be text');
    case 'uuid':
      return typeof value === 'string' && UUID.test(value) ? value : refuse(path, 'type', 'must be an id');
    case 'integer':
      return Number.isSafeInteger(value) ? Number(value) : refuse(path, 'type', 'must be a whole number');
    case 'instant':
      return (
        (typeof value === 'string' && INSTANT.test(value) ? storableInstant(value) : undefined) ??
        refuse(path, 'type', 'must be a timestamp such as 2026-01-31T12:00:00Z, in the years 1 to 9999')
      );
    case 'boolean':
      return typeof value === 'boolean' ? value : refuse(path, 'type', 'must be true or false');
  }
}
