/**
 * Conditional requirements as JSON Schema. Validators evaluate conditions before they fill in defaults: a condition on a
 * field whose default fulfills it has to include the missing field, unless the required field has a default as well.
 */

type JsonSchema = Record<string, unknown>;

/** If the object fulfills `condition`, it must fulfill `requirement`. */
export function rule(condition: JsonSchema, requirement: JsonSchema): JsonSchema {
  // Built from entries: linters take a literal with `then` for a promise.
  return Object.fromEntries([
    ['if', condition],
    ['then', requirement],
  ]);
}

/** The field is present and has this value. */
export function equals(field: string, value: string | boolean): JsonSchema {
  return { type: 'object', properties: { [field]: { const: value } }, required: [field] };
}

/** The field has this value, which is its default, or is missing. */
export function equalsDefault(field: string, value: string | boolean): JsonSchema {
  return { type: 'object', properties: { [field]: { const: value } } };
}

/** These fields must be present. */
export function needs(...fields: readonly string[]): JsonSchema {
  return { type: 'object', required: fields };
}

/** These texts must be present and not empty. */
export function needsText(...fields: readonly string[]): JsonSchema {
  const properties = Object.fromEntries(fields.map((field) => [field, { type: 'string', minLength: 1 }]));
  return { type: 'object', properties, required: fields };
}

/** The section is present and fulfills the condition or requirement. */
export function within(section: string, schema: JsonSchema): JsonSchema {
  return { type: 'object', properties: { [section]: schema }, required: [section] };
}
