import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { compileValidator } from './compile-validator.ts';
import { listAppForms, listForms } from './list-forms.ts';

const TABLE = 'virtual:berth-forms';
/**
 * What JSON Forms imports and our forms never call: AJV, which would throw under the page's policy, and what its own
 * store and generators need.
 */
const UNUSED = /^(?:ajv|ajv-formats|lodash\/fp\/(?:set|unset)|lodash\/merge)$/;
const FORM = '\0berth-form/';

/**
 * Makes each settings form a chunk of its own: what it edits, its schema and UI schema as plain JSON, and its
 * validator as code. `virtual:berth-forms` exports one loader for each form.
 */
export function formsPlugin(): Plugin {
  const forms = listForms();
  return {
    name: 'berth-forms',
    config: () => ({
      resolve: { alias: [{ find: UNUSED, replacement: fileURLToPath(new URL('left-out.ts', import.meta.url)) }] },
    }),
    resolveId(id) {
      if (id === TABLE) return `\0${TABLE}`;
      return id.startsWith(FORM) ? id : undefined;
    },
    load(id) {
      if (id === `\0${TABLE}`) return tableOfLoaders(Object.keys(forms));
      const form = id.startsWith(FORM) ? forms[id.slice(FORM.length, -'.js'.length)] : undefined;
      if (!form) return undefined;
      const fields = Object.entries(form).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`);
      return [compileValidator(form.schema), ...fields].join('\n');
    },
  };
}

function tableOfLoaders(ids: readonly string[]): string {
  const rows = ids.map((id) => `${JSON.stringify(id)}: () => import(${JSON.stringify(`${FORM}${id}.js`)})`);
  return [
    `export const loaders = { ${rows.join(',\n')} };`,
    `export const appForms = ${JSON.stringify(listAppForms())};`,
  ].join('\n');
}
