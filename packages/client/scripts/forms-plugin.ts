import { listAppForms, listForms } from '@berth/console/forms/list-forms.ts';
import type { Plugin } from 'vite';
import { compileValidator } from './compile-validator.ts';

const TABLE = 'virtual:berth-forms';
const FORM = '\0berth-form/';

/**
 * Makes each settings form a chunk of its own, with its schema and UI schema as plain JSON, and its validator as code.
 * `virtual:berth-forms` exports one loader per form.
 */
export function formsPlugin(): Plugin {
  const forms = listForms();
  return {
    name: 'berth-forms',
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
