import type { RawBuilder } from 'kysely';
import { ApiError } from '../api-error.ts';

/**
 * The supported parts of LoopBack's filter syntax: where (and, or, inq, nin, neq, gt, gte, lt, lte, between, like,
 * nlike, ilike, nilike), fields, order, limit, skip.
 */

/** The type of a field's values, which determines its comparisons. */
export type FieldKind = 'text' | 'uuid' | 'integer' | 'instant' | 'boolean' | 'texts';

/** A field that a filter may use. The expression is ours: text of the caller never becomes SQL. */
export interface FilterField {
  readonly kind: FieldKind;
  /** Numbered text: "Desk 6" sorts before "Desk 10" (db/migrate.ts). */
  readonly natural?: boolean;
  /**
   * Text that is sorted and compared by a derived value: the column with it, and the same derivation for an operand.
   */
  readonly ordered?: {
    readonly expression: () => RawBuilder<unknown>;
    readonly operand: (value: RawBuilder<unknown>) => RawBuilder<unknown>;
  };
  /** Called only if a filter names the field. */
  readonly expression: () => RawBuilder<unknown>;
  /** Case-insensitive search without reading every row. */
  readonly search?: (pattern: string) => RawBuilder<boolean>;
}

export type FilterFields = Readonly<Record<string, FilterField>>;

export type Operator =
  | 'eq'
  | 'neq'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'inq'
  | 'nin'
  | 'between'
  | 'like'
  | 'nlike'
  | 'ilike'
  | 'nilike';

export type Value = string | number | boolean;

export type Condition =
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly field: string; readonly operator: 'eq' | 'neq'; readonly value: Value | null }
  | { readonly field: string; readonly operator: Operator; readonly value: Value }
  | { readonly field: string; readonly operator: 'inq' | 'nin' | 'between'; readonly values: readonly Value[] };

export interface Filter {
  readonly where: Condition;
  readonly order: readonly { readonly field: string; readonly descending: boolean }[];
  /** Number of order terms that the caller named; the others only break ties. */
  readonly named: number;
  readonly limit: number;
  readonly skip: number;
  /** Names of the fields in the reply; undefined for all. */
  readonly fields: ReadonlySet<string> | undefined;
}

const COMPARE = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'inq', 'nin', 'between'] as const;

export const OPERATORS: Readonly<Record<FieldKind, readonly Operator[]>> = {
  text: [...COMPARE, 'like', 'nlike', 'ilike', 'nilike'],
  uuid: ['eq', 'neq', 'inq', 'nin'],
  integer: COMPARE,
  instant: COMPARE,
  boolean: ['eq', 'neq'],
  // For a list of texts: whether it contains a value, or one of several.
  texts: ['eq', 'neq', 'inq', 'nin'],
};

/** Limits of a filter, because it costs database time. */
export const DEPTH_MAX = 6;
export const CONDITIONS_MAX = 50;
export const VALUES_MAX = 200;
export const SKIP_MAX = 1_000_000;

/** Throws an error with the place (JSON pointer), the rule, and what is allowed. */
export type Refuse = (path: string, rule: string, message: string) => never;

export const refuse: Refuse = (path, rule, message) => {
  throw new ApiError('invalid-filter', `filter${path}: ${message}`, [{ path, rule, message }]);
};

/** Extends the pointer by one step. */
export function child(path: string, key: string): string {
  return `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** A plain object; throws otherwise. */
export function record(value: unknown, path: string, refuse: Refuse): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse(path, 'type', 'must be an object');
  return value as Record<string, unknown>;
}
