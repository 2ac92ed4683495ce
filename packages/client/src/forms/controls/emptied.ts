import type { JsonSchema } from '@jsonforms/core';

/**
 * What a text field hands on: an emptied field is no value, so that "required" is what is said of it, except where the
 * schema has the empty text as its default.
 */
export function emptied(schema: JsonSchema, text: string): string | undefined {
  return text === '' && schema.default !== '' ? undefined : text;
}
