import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type Type from 'typebox';
import { describe, expect, it } from 'vitest';
import { applyDefaults } from '../profile/defaults.ts';
import { faultOf, type SchemaError } from '../profile/faults.ts';
import { pointerKeys } from '../profile/pointer.ts';
import { OWN_KEYWORDS } from '../profile/secrets.ts';

/** A picture of one pixel, which decodes. */
export const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** One rule of spec chapter 5 with examples. Values and paths are relative to `at`, a JSON pointer. */
export interface RuleExample {
  readonly rule: string;
  readonly at: string;
  readonly valid: readonly unknown[];
  /** Each value with exactly its faults: `path keyword`, the path relative to `at`. */
  readonly invalid: readonly { readonly value: unknown; readonly faults: readonly string[] }[];
}

/** Tests every example against the schema, and that filling in defaults keeps valid ones valid. */
export function testRules(schema: Type.TSchema, rules: readonly RuleExample[]): void {
  const validate = validator(schema);
  describe.each(rules)('$rule', ({ at, valid, invalid }) => {
    it.each(valid.map((value) => ({ value })))('accepts $value', ({ value }) => {
      const document = place(at, value);
      expect(validate(document)).toEqual([]);
      expect(validate(applyDefaults(schema, document))).toEqual([]);
    });

    it.each(invalid)('refuses $value', ({ value, faults }) => {
      const found = validate(place(at, value))
        .filter(({ keyword }) => keyword !== 'if')
        .map((error) => `${faultOf(error).path} ${error.keyword}`);
      expect(found.sort()).toEqual(faults.map((fault) => at + fault).sort());
    });
  });
}

/** A document with the value at the pointer; a digit creates a list. */
export function place(at: string, value: unknown): unknown {
  return pointerKeys(at).reduceRight<unknown>((inner, key) => (key === '0' ? [inner] : { [key]: inner }), value);
}

/** The value at a JSON pointer. */
export function valueAt(document: unknown, pointer: string): unknown {
  return pointerKeys(pointer).reduce<unknown>((value, key) => Object(value)[key], document);
}

/** A strict validator like the server's; `useDefaults` fills in empty values in place. */
export function validator(schema: Type.TSchema, options: { useDefaults?: 'empty' } = {}) {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true, ...options });
  addFormats.default(ajv);
  ajv.addVocabulary(OWN_KEYWORDS);
  ajv.addFormat('color', true);
  const validate = ajv.compile(schema);
  return (value: unknown): readonly SchemaError[] => (validate(value) ? [] : (validate.errors ?? []));
}
