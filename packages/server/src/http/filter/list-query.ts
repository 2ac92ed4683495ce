import type { RawBuilder } from 'kysely';
import { compileOrder, compileWhere } from './compile.ts';
import type { Condition, Filter } from './grammar.ts';
import { type Listing, parseFilter } from './parse.ts';

/** A list's filter in the parts of a query. */
export interface ListQuery {
  readonly where: RawBuilder<boolean>;
  readonly order: RawBuilder<unknown>;
  readonly limit: number;
  readonly skip: number;
  readonly fields: Filter['fields'];
  /** What the condition and the order ask: a list may know a cheaper way to some of it. */
  readonly asked: {
    readonly condition: Condition;
    /** The fields that the condition names. */
    readonly where: ReadonlySet<string>;
    /** The field that is to be true, or equal to something, where that is the whole condition. */
    readonly sole: { readonly field: string; readonly value: unknown } | undefined;
    readonly order: Filter['order'];
    readonly named: Filter['named'];
  };
}

/** Reads a list's filter and compiles it. Throws the ApiError 'invalid-filter'. */
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

/** The filter of a call that reads one thing: all it can say is which fields to leave out. */
export function readFields(text: string | undefined, replyFields: readonly string[]): Filter['fields'] {
  return parseFilter(text, { fields: {}, replyFields, defaultOrder: [] }).fields;
}
