import type { RawBuilder } from 'kysely';
import { compileOrder, compileWhere } from './compile.ts';
import type { Condition, Filter } from './grammar.ts';
import { type Listing, parseFilter } from './parse.ts';

/** A list's filter as parts of a query. */
export interface ListQuery {
  readonly where: RawBuilder<boolean>;
  readonly order: RawBuilder<unknown>;
  readonly limit: number;
  readonly skip: number;
  readonly fields: Filter['fields'];
  /** The condition and the order; a list may have a faster way to compute some of them. */
  readonly asked: {
    readonly condition: Condition;
    /** The fields in the condition. */
    readonly where: ReadonlySet<string>;
    /** The field that must be true or equal a value, if that is the whole condition. */
    readonly sole: { readonly field: string; readonly value: unknown } | undefined;
    readonly order: Filter['order'];
    readonly named: Filter['named'];
  };
}

/** Parses and compiles a list's filter. Throws the ApiError 'invalid-filter'. */
export function listQuery(text: string | undefined, listing: Listing): ListQuery {
  const filter = parseFilter(text, listing);
  return {
    where: compileWhere(filter.where, listing.fields),
    order: compileOrder(filter.order, listing.fields),
    limit: filter.limit,
    skip: filter.skip,
    fields: filter.fields,
    asked: {
      condition: filter.where,
      where: new Set(fieldsOf(filter.where)),
      sole: soleOf(filter.where),
      order: filter.order,
      named: filter.named,
    },
  };
}

function soleOf(condition: Condition): { readonly field: string; readonly value: unknown } | undefined {
  const parts = 'all' in condition ? condition.all : 'any' in condition ? condition.any : undefined;
  if (parts) return parts.length === 1 && parts[0] ? soleOf(parts[0]) : undefined;
  if (!('value' in condition) || condition.operator !== 'eq' || condition.value === null) return undefined;
  return { field: condition.field, value: condition.value };
}

function fieldsOf(condition: Condition): string[] {
  if ('all' in condition) return condition.all.flatMap(fieldsOf);
  if ('any' in condition) return condition.any.flatMap(fieldsOf);
  return [condition.field];
}

/** Parses the filter of a call that reads one object: it can only select fields. */
export function readFields(text: string | undefined, replyFields: readonly string[]): Filter['fields'] {
  return parseFilter(text, { fields: {}, replyFields, defaultOrder: [] }).fields;
}
