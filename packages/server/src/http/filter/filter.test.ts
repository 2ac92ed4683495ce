import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from '@berth/contract/limits';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../api-error.ts';
import { compileOrder, compileWhere } from './compile.ts';
import { type Listing, parseFilter, pick } from './parse.ts';

const listing: Listing = {
  fields: {
    id: { kind: 'uuid', expression: () => sql`t.id` },
    name: { kind: 'text', expression: () => sql`t.name` },
    size: { kind: 'integer', expression: () => sql`t.size` },
    seen: { kind: 'instant', expression: () => sql`t.seen` },
    online: { kind: 'boolean', expression: () => sql`t.online` },
    tags: { kind: 'texts', expression: () => sql`t.tags` },
    label: { kind: 'text', natural: true, expression: () => sql`t.label` },
  },
  replyFields: ['id', 'name', 'size', 'extra'],
  defaultOrder: [
    { field: 'name', descending: false },
    { field: 'id', descending: false },
  ],
};

const compiler = new Kysely<Record<string, never>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

function print(expression: RawBuilder<unknown>): { sql: string; parameters: readonly unknown[] } {
  const { sql, parameters } = expression.compile(compiler);
  return { sql, parameters };
}

function where(condition: unknown) {
  const { where } = parseFilter(JSON.stringify({ where: condition }), listing);
  return print(compileWhere(where, listing.fields));
}

function errorOf(filter: unknown): ApiError {
  try {
    parseFilter(typeof filter === 'string' ? filter : JSON.stringify(filter), listing);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error(`accepted ${JSON.stringify(filter)}`);
}

describe('filter', () => {
  it('defaults to everything, in the default order and limit', () => {
    const filter = parseFilter(undefined, listing);
    expect(print(compileWhere(filter.where, listing.fields)).sql).toBe('TRUE');
    expect(print(compileOrder(filter.order, listing.fields)).sql).toBe('t.name ASC, t.id ASC');
    expect(filter).toMatchObject({ limit: LIST_LIMIT_DEFAULT, skip: 0, fields: undefined });
  });

  it.each([
    [{ name: 'a' }, '((t.name = $1::text))', ['a']],
    [{ name: null }, 't.name IS NULL', []],
    [{ name: { neq: null } }, 't.name IS NOT NULL', []],
    [{ size: { gt: 1, lte: 9 } }, 't.size > $1::bigint AND t.size <= $2::bigint', [1, 9]],
    [{ size: { between: [1, 5] } }, 't.size BETWEEN $1::bigint AND $2::bigint', [1, 5]],
    [{ name: { inq: ['a', 'b'] } }, 't.name = ANY ($1::text[])', [['a', 'b']]],
    [{ name: { nin: ['a'] } }, '(t.name = ANY ($1::text[])) IS NOT TRUE', [['a']]],
    [{ name: { ilike: '%x%' } }, 't.name ILIKE $1::text', ['%x%']],
    [{ name: { nlike: 'x\\' } }, 't.name NOT LIKE $1::text', ['x\\\\']],
    [{ or: [{ name: 'a' }, { online: true }] }, 't.name = $1::text', ['a', true]],
    [{ tags: 'lobby' }, '$1::text = ANY t.tags', ['lobby']],
    [{ tags: { inq: ['a', 'b'] } }, 't.tags && $1::text[]', [['a', 'b']]],
    [{ label: 'a' }, 't.label = $1::text', ['a']],
    [{ label: { gt: 'a' } }, 't.label COLLATE natural_order > $1::text', ['a']],
    [{ label: { between: ['a', 'b'] } }, 't.label COLLATE natural_order BETWEEN $1::text AND $2::text', ['a', 'b']],
    [{ seen: { lt: '2026-01-31' } }, 't.seen < $1::timestamptz', ['2026-01-31T00:00:00.000000Z']],
  ])('turns %j into SQL with parameters', (condition, part, parameters) => {
    const { sql, parameters: given } = where(condition);
    expect(sql.replaceAll(/[()]/g, '')).toContain(part.replaceAll(/[()]/g, ''));
    expect(given).toEqual(parameters);
  });

  it('separates and from or', () => {
    const { sql } = where({ and: [{ name: 'a' }, { or: [{ size: 1 }, { size: 2 }] }] });
    expect(sql.replaceAll(/\((\S+ = \$\d+::\w+)\)/g, '$1')).toContain('t.size = $2::bigint OR t.size = $3::bigint');
    expect(sql).toContain(' AND ');
  });

  it('leaves out empty groups, as LoopBack 4 does', () => {
    for (const nothing of [{ and: [] }, { or: [] }, { or: [{}, { and: [] }] }]) {
      expect(where(nothing).sql.replaceAll(/[()]/g, '')).toBe('TRUE');
      expect(where({ or: [nothing, { name: 'a' }] }).sql).not.toContain('TRUE');
    }
  });

  it('rejects an empty or where matches are changed', () => {
    const forChanges = { ...listing, forChanges: true };
    expect(() => parseFilter('{"where":{"or":[]}}', forChanges)).toThrow('/where/or');
    expect(parseFilter('{"where":{"and":[]}}', forChanges).where).toEqual({ all: [{ all: [] }] });
  });

  it('compares timestamps to the microsecond, as lists show them', () => {
    expect(where({ seen: '2026-01-31T13:00:00.123456+01:00' }).parameters).toEqual(['2026-01-31T12:00:00.123456Z']);
  });

  it.each(['size DESC, label', ['size DESC', 'label'], ['size DESC,label ASC'], ' size  DESC ,, label '])(
    'accepts the order %j as one text or several',
    (order) => {
      expect(parseFilter(JSON.stringify({ order }), listing).order.slice(0, 2)).toEqual([
        { field: 'size', descending: true },
        { field: 'label', descending: false },
      ]);
    },
  );

  it('never lets a value become SQL', () => {
    const evil = "x'; drop table machines; --";
    const { sql, parameters } = where({ name: { like: evil } });
    expect(sql).not.toContain('drop');
    expect(parameters).toEqual([evil]);
  });

  it.each([
    ['not json', 'filter'],
    [[], 'filter'],
    [{ include: 'secrets' }, '/include'],
    [{ where: { password: 'x' } }, '/where/password'],
    [{ where: { __proto__x: 1 } }, '/where/__proto__x'],
    [{ where: { constructor: 1 } }, '/where/constructor'],
    [{ where: { or: [{ name: 'a' }, { nope: 1 }] } }, '/where/or/1/nope'],
    [{ where: { name: { regexp: '.*' } } }, '/where/name/regexp'],
    [{ where: { name: {} } }, '/where/name'],
    [{ where: { name: 5 } }, '/where/name'],
    [{ where: { id: 'not-an-id' } }, '/where/id'],
    [{ where: { size: '5' } }, '/where/size'],
    [{ where: { size: { like: '5' } } }, '/where/size/like'],
    [{ where: { seen: 'yesterday' } }, '/where/seen'],
    [{ where: { seen: '2026-02-31T99:00:00Z' } }, '/where/seen'],
    [{ where: { seen: '0000-12-31' } }, '/where/seen'],
    [{ where: { seen: { gt: '9999-12-31T23:59:59-01:00' } } }, '/where/seen/gt'],
    [{ where: { name: 'a\0b' } }, '/where/name'],
    [{ where: { or: [{ name: { inq: ['x', 'a\ud800'] } }] } }, '/where/or/0/name/inq/1'],
    [{ where: { tags: '\0' } }, '/where/tags'],
    [{ where: { online: 'true' } }, '/where/online'],
    [{ where: { tags: { like: 'x%' } } }, '/where/tags/like'],
    [{ where: { size: { between: [1] } } }, '/where/size/between'],
    [{ where: { name: { inq: 'a' } } }, '/where/name/inq'],
    [{ where: { name: { inq: [null] } } }, '/where/name/inq/0'],
    [{ where: { name: { gt: null } } }, '/where/name/gt'],
    [{ order: 'secret DESC' }, '/order'],
    [{ order: 'name; drop table' }, '/order'],
    [{ order: ['name ASC', 'nope'] }, '/order/1'],
    [{ limit: 0 }, '/limit'],
    [{ limit: LIST_LIMIT_MAX + 1 }, '/limit'],
    [{ limit: '10' }, '/limit'],
    [{ skip: -1 }, '/skip'],
    [{ skip: 1.5 }, '/skip'],
    [{ fields: ['nope'] }, '/fields/nope'],
    [{ fields: { name: 1 } }, '/fields/name'],
  ])('rejects %j with the path', (filter, place) => {
    const error = errorOf(filter);
    expect(error.code).toBe('invalid-filter');
    expect(error.message).toContain(place);
    expect(error.faults?.[0]?.path).toBe(place === 'filter' ? '' : place);
  });

  it('rejects nesting and repetition beyond the limits', () => {
    let deep: unknown = { name: 'a' };
    for (let level = 0; level < 12; level += 1) deep = { and: [deep] };
    expect(errorOf({ where: deep }).faults?.[0]?.rule).toBe('depth');
    const wide = { or: Array.from({ length: 60 }, (_, index) => ({ size: index })) };
    expect(errorOf({ where: wide }).faults?.[0]?.rule).toBe('conditions');
  });

  it('sorts as requested, then by a term that makes pages stable', () => {
    const { order } = parseFilter('{"order":["size DESC"]}', listing);
    expect(print(compileOrder(order, listing.fields)).sql).toBe('t.size DESC NULLS LAST, t.name ASC, t.id ASC');
  });

  it('sorts and compares numbered names naturally', () => {
    const { order } = parseFilter('{"order":["label DESC"]}', listing);
    expect(print(compileOrder(order, listing.fields)).sql).toBe(
      't.label COLLATE natural_order DESC NULLS LAST, t.name ASC, t.id ASC',
    );
  });

  it('picks or leaves out fields of the reply', () => {
    const row = { id: '1', name: 'n', size: 2, extra: 'e' };
    expect(pick(row, parseFilter('{"fields":["name","extra"]}', listing).fields)).toEqual({ name: 'n', extra: 'e' });
    expect(pick(row, parseFilter('{"fields":{"extra":false}}', listing).fields)).toEqual({
      id: '1',
      name: 'n',
      size: 2,
    });
    expect(pick(row, undefined)).toBe(row);
  });
});
