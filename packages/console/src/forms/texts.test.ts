import { readFileSync } from 'node:fs';
import { SETTINGS_FORMS } from '@berth/contract/profile/forms/all';
import { formSchema } from '@berth/contract/profile/forms/form';
import { WIDGET_FORMS } from '@berth/contract/profile/forms/widgets';
import { isObject } from '@berth/contract/profile/nodes';
import { openVpnFaults } from '@berth/contract/profile/openvpn';
import { PATTERN_NAMES } from '@berth/contract/profile/patterns';
import { LANGUAGES } from '@berth/web/i18n/locales.ts';
import { expect, it } from 'vitest';

/** Keywords that a value can violate; faults of composite keywords show at their parts. */
const CHECKED = [
  'enum',
  'const',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'maxProperties',
  'uniqueItems',
  'required',
  'type',
];

/** The rules that a value of the schema can violate, as faults name them. */
function rulesOf(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(rulesOf);
  if (!isObject(schema)) return [];
  const { pattern, format } = schema;
  return [
    ...CHECKED.filter((keyword) => keyword in schema),
    ...(typeof pattern === 'string' ? [PATTERN_NAMES.get(pattern) ?? `pattern ${pattern}`] : []),
    // Any text is a valid password, and colors are checked by their pattern.
    ...(typeof format === 'string' && !['password', 'color'].includes(format) ? [`format-${format}`] : []),
    ...Object.values(schema).flatMap(rulesOf),
  ];
}

it.each(LANGUAGES)('every rule of a form has its own message in %s', (language) => {
  const file = new URL(`../../../contract/src/texts/${language}/forms.json`, import.meta.url);
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  const schemas = [
    ...Object.values(SETTINGS_FORMS).map(formSchema),
    ...Object.values(WIDGET_FORMS).map(({ schema }) => schema),
  ];
  const rules = new Set(rulesOf(schemas));
  expect(rules.size).toBeGreaterThan(20);
  const tunnel = 'up x\nca /etc/ca.pem\n<connection>\n</connection>\n<key>\n';
  const tunnelRules = openVpnFaults(tunnel, '').map(({ rule }) => rule);
  expect(tunnelRules).toHaveLength(6);
  for (const each of tunnelRules) rules.add(each);
  expect([...rules].filter((rule) => !texts[`forms.fault.${rule}`])).toEqual([]);
});
