import Type from 'typebox';

/** No parameters, no query, or no body. */
export const Nothing = Type.Object({}, { additionalProperties: false });

/** A reply without content (204), or a body that is ignored. */
export const Empty = Type.Null();

/** A reply that is a file, in one of the endpoint's `replyTypes`. */
export const Binary = Type.String();

/** An instant as ISO 8601 text in UTC. */
export const Instant = Type.String({ format: 'date-time' });

/**
 * A list's filter: LoopBack 4's JSON as text. where (and, or, inq, neq, gt, lt, between, like, ilike), fields, order
 * (terms in a list, or in one text between commas), limit (from 1, as LoopBack 4 takes it), skip; only the fields a list
 * declares; anything else is 400 naming the field. `and` and `or` without conditions are ignored.
 */
export const FilterQuery = Type.Object(
  { filter: Type.Optional(Type.String({ maxLength: 4096 })) },
  { additionalProperties: false },
);

/** How many entries of a list to skip. */
export const Skip = Type.Integer({ minimum: 0, maximum: 1_000_000 });

/** An object that its handler validates, to list every fault by its path. */
export const AnyObject = Type.Unsafe<Record<string, unknown>>(Type.Object({}, { additionalProperties: true }));

export function nullable<Schema extends Type.TSchema>(schema: Schema): Type.TUnion<[Schema, Type.TNull]> {
  return Type.Union([schema, Type.Null()]);
}

/** An object without additional properties. */
export function closed<Properties extends Type.TProperties>(properties: Properties): Type.TObject<Properties> {
  return Type.Object(properties, { additionalProperties: false });
}
