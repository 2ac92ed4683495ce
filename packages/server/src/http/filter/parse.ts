import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from '@berth/contract/limits';
import { unstorable } from '../validate.ts';
import { child, type Filter, type FilterFields, record, refuse, SKIP_MAX } from './grammar.ts';
import { readWhere } from './where.ts';

/** Fields allowed in a filter, and fields of the reply. */
export interface Listing {
  readonly fields: FilterFields;
  readonly replyFields: readonly string[];
  /** The default order. It ends in a unique field, so that pages do not overlap. */
  readonly defaultOrder: Filter['order'];
  /** For calls that change the matches: rejects `or: []`, which matches everything. */
  readonly forChanges?: boolean;
}

/**
 * Parses a list's filter from its query parameter. Throws 'invalid-filter' with the place of everything unknown,
 * because an ignored condition would show or delete more than requested.
 */
export function parseFilter(text: string | undefined, listing: Listing): Filter {
  const given = text === undefined || text === '' ? {} : record(parseStorable(text), '', refuse);
  const { where, order, limit, skip, offset, fields, ...unknown } = given;
  for (const key of Object.keys(unknown)) refuse(child('', key), 'unknown-field', `${key} is not part of a filter`);
  if (skip !== undefined && offset !== undefined) refuse('/offset', 'duplicate', 'use either this or skip');
  return {
    where: readWhere(where, listing, refuse),
    ...readOrder(order, listing),
    limit: readCount(limit, '/limit', 1, LIST_LIMIT_MAX) ?? LIST_LIMIT_DEFAULT,
    skip: readCount(skip, '/skip', 0, SKIP_MAX) ?? readCount(offset, '/offset', 0, SKIP_MAX) ?? 0,
    fields: fields === undefined ? undefined : readFields(fields, listing.replyFields),
  };
}

/** Picks `fields` of an object; all if none are named. */
export function pick<T extends object>(value: T, fields: Filter['fields']): T {
  if (!fields) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => fields.has(key))) as T;
}

/** Parses JSON and rejects what the database cannot store. */
function parseStorable(text: string): unknown {
  const value = parseJson(text);
  const fault = unstorable(value);
  return fault ? refuse(fault.path, fault.rule, fault.message) : value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuse('', 'json', 'is not JSON');
  }
}

function readCount(value: unknown, path: string, minimum: number, maximum: number): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum) return value;
  return refuse(path, 'range', `must be a whole number from ${minimum} to ${maximum}`);
}

function readOrder(value: unknown, { fields, defaultOrder }: Listing): Pick<Filter, 'order' | 'named'> {
  const order = termsOf(value ?? []).map(({ term, path }) => {
    const [, field, direction = 'ASC'] = (typeof term === 'string' && /^(\w+)(?: +(ASC|DESC))?$/i.exec(term)) || [];
    if (field === undefined) return refuse(path, 'type', 'must be a field, then ASC or DESC');
    if (!Object.hasOwn(fields, field)) return refuse(path, 'unknown-field', `${field} is not a field to order by`);
    return { field, descending: direction.toUpperCase() === 'DESC' };
  });
  const named = new Set(order.map(({ field }) => field));
  return { order: [...order, ...defaultOrder.filter(({ field }) => !named.has(field))], named: order.length };
}

/** A text or a list of texts; each may contain several comma-separated terms, as in LoopBack 4. */
function termsOf(value: unknown): { readonly term: unknown; readonly path: string }[] {
  const texts = Array.isArray(value)
    ? value.map((text: unknown, index) => ({ text, path: `/order/${index}` }))
    : [{ text: value, path: '/order' }];
  return texts.flatMap(({ text, path }) => {
    if (typeof text !== 'string') return { term: text, path };
    const terms = text.split(',').map((term) => term.trim());
    return terms.filter((term) => term !== '').map((term) => ({ term, path }));
  });
}

function readFields(value: unknown, replyFields: readonly string[]): Set<string> {
  const entries = Array.isArray(value)
    ? value.map((name) => [String(name), true] as const)
    : Object.entries(record(value, '/fields', refuse));
  for (const [name, wanted] of entries) {
    if (!replyFields.includes(name)) refuse(child('/fields', name), 'unknown-field', `${name} is not a field`);
    if (typeof wanted !== 'boolean') refuse(child('/fields', name), 'type', 'must be true or false');
  }
  const wanted = entries.filter(([, is]) => is === true).map(([name]) => name);
  const unwanted = new Set(entries.filter(([, is]) => is === false).map(([name]) => name));
  return new Set((wanted.length > 0 ? wanted : replyFields).filter((name) => !unwanted.has(name)));
}
