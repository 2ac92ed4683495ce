import { type RawBuilder, sql } from 'kysely';
import type { Condition, FieldKind, Filter, FilterField, FilterFields, Operator, Value } from './grammar.ts';

const COMPARISON: Readonly<Partial<Record<Operator, RawBuilder<unknown>>>> = {
  eq: sql`=`,
  neq: sql`IS DISTINCT FROM`,
  gt: sql`>`,
  gte: sql`>=`,
  lt: sql`<`,
  lte: sql`<=`,
  like: sql`LIKE`,
  nlike: sql`NOT LIKE`,
  ilike: sql`ILIKE`,
  nilike: sql`NOT ILIKE`,
};

/** Asks for a value's position in the order of the list. */
const ORDERING: ReadonlySet<Operator> = new Set(['gt', 'gte', 'lt', 'lte']);

const TYPE: Readonly<Record<FieldKind, RawBuilder<unknown>>> = {
  text: sql`text`,
  uuid: sql`uuid`,
  integer: sql`bigint`,
  instant: sql`timestamptz`,
  boolean: sql`boolean`,
  texts: sql`text`,
};

/** The condition as SQL; every value of the caller is a parameter. */
export function compileWhere(condition: Condition, fields: FilterFields): RawBuilder<boolean> {
  if ('all' in condition) return join(condition.all, fields, sql` AND `, sql`TRUE`);
  if ('any' in condition) return join(condition.any, fields, sql` OR `, sql`FALSE`);
  const field = fields[condition.field];
  if (!field) throw new Error(`unknown field ${condition.field}`);
  return 'values' in condition ? compileList(condition, field) : compileSingle(condition, field);
}

/** The terms of ORDER BY. Missing values come last in both directions. */
export function compileOrder(order: Filter['order'], fields: FilterFields): RawBuilder<unknown> {
  const terms = order.map(({ field, descending }) => {
    const known = fields[field];
    const expression = known ? ordered(known) : sql`NULL`;
    return descending ? sql`${expression} DESC NULLS LAST` : sql`${expression} ASC`;
  });
  return sql.join(terms);
}

function ordered({ expression, natural, ordered: other }: FilterField): RawBuilder<unknown> {
  if (other) return other.expression();
  return natural ? sql`${expression()} COLLATE natural_order` : expression();
}

/** A value to compare with the result of `ordered`. */
function orderedOperand({ kind, ordered: other }: FilterField, value: Value | undefined): RawBuilder<unknown> {
  const operand = sql`${value}::${TYPE[kind]}`;
  return other ? other.operand(operand) : operand;
}

function join(
  parts: readonly Condition[],
  fields: FilterFields,
  separator: RawBuilder<unknown>,
  none: RawBuilder<boolean>,
): RawBuilder<boolean> {
  if (parts.length === 0) return none;
  return sql`(${sql.join(
    parts.map((part) => compileWhere(part, fields)),
    separator,
  )})`;
}

function compileSingle(
  { operator, value }: { operator: Operator; value: Value | null },
  field: FilterField,
): RawBuilder<boolean> {
  const { expression, kind, search } = field;
  if (kind === 'texts') {
    const held = sql<boolean>`${any(expression())} AND ${value}::text = ANY (${expression()})`;
    return operator === 'eq' ? sql`(${held})` : sql`(${held}) IS NOT TRUE`;
  }
  if (value === null) return operator === 'eq' ? sql`${expression()} IS NULL` : sql`${expression()} IS NOT NULL`;
  // PostgreSQL rejects a pattern that ends in a single backslash.
  const operand = operator.endsWith('like') ? closedPattern(String(value)) : value;
  if (search && operator === 'ilike') return search(String(operand));
  if (search && operator === 'nilike') return sql`NOT ${search(String(operand))}`;
  if (ORDERING.has(operator)) {
    return sql`${ordered(field)} ${COMPARISON[operator]} ${orderedOperand(field, operand)}`;
  }
  return sql`${expression()} ${COMPARISON[operator]} ${operand}::${TYPE[kind]}`;
}

function compileList(
  { operator, values }: { operator: 'inq' | 'nin' | 'between'; values: readonly Value[] },
  field: FilterField,
): RawBuilder<boolean> {
  const { expression, kind } = field;
  if (operator === 'between') {
    return sql`${ordered(field)} BETWEEN ${orderedOperand(field, values[0])} AND ${orderedOperand(field, values[1])}`;
  }
  const given = sql`${[...values]}::${TYPE[kind]}[]`;
  const found =
    kind === 'texts'
      ? sql<boolean>`${any(expression())} AND ${expression()} && ${given}`
      : sql<boolean>`${expression()} = ANY (${given})`;
  return operator === 'inq' ? sql`(${found})` : sql`(${found}) IS NOT TRUE`;
}

/** A redundant condition that lets PostgreSQL use the index of non-empty lists. */
function any(texts: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`${texts} <> '{}'`;
}

/** The pattern with a final backslash taken literally. */
export function closedPattern(pattern: string): string {
  const trailing = /\\*$/.exec(pattern)?.[0].length ?? 0;
  return trailing % 2 === 1 ? `${pattern}\\` : pattern;
}
