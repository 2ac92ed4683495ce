import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export type Document = Readonly<Record<string, unknown>>;

/**
 * Renders a Helm chart, limited to what our templates use: values, `quote`, `if` with `else`, and the release name.
 * Rejects anything else, because Helm is not available here to check it.
 */
export function renderChart(folder: string, overrides: Document = {}): Map<string, Document | null> {
  const values = merged(parse(readFileSync(join(folder, 'values.yaml'), 'utf8')), overrides);
  const scope = { Values: values, Release: { Name: 'company' } };
  const templates = join(folder, 'templates');
  return new Map(
    readdirSync(templates).map((name) => [name, parse(render(readFileSync(join(templates, name), 'utf8'), scope))]),
  );
}

const ACTION = /(\n[ \t]*)?\{\{(-?) *(.*?) *-?\}\}/g;
const PATH = /^(\.[\w.]+)(?: \| (quote))?$/;

function render(text: string, scope: Document): string {
  const shown: boolean[] = [];
  let output = '';
  let from = 0;
  const show = (part: string): void => {
    if (shown.every(Boolean)) output += part;
  };
  for (const { 0: action, 1: space = '', 2: trim, 3: what = '', index } of text.matchAll(ACTION)) {
    show(text.slice(from, index) + (trim === '-' ? '' : space));
    from = index + action.length;
    const [, condition] = /^if (\.[\w.]+)$/.exec(what) ?? [];
    if (condition) shown.push(Boolean(valueAt(scope, condition)));
    else if (what === 'else') shown.push(!shown.pop());
    else if (what === 'end') shown.pop();
    else show(printed(what, scope));
  }
  show(text.slice(from));
  return output;
}

function printed(what: string, scope: Document): string {
  const [, path, quote] = PATH.exec(what) ?? [];
  if (path === undefined) throw new Error(`{{ ${what} }} is more than a template of ours may say`);
  const value = valueAt(scope, path);
  if (value === undefined || value === null || typeof value === 'object') throw new Error(`there is no value ${path}`);
  return quote ? JSON.stringify(String(value)) : String(value);
}

function valueAt(scope: Document, path: string): unknown {
  return path
    .split('.')
    .filter((key) => key !== '')
    .reduce<unknown>(
      (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
      scope,
    );
}

function merged(values: Document, overrides: Document): Document {
  const entries = Object.entries(overrides).map(([key, value]) => {
    const own = values[key];
    return [key, isDocument(own) && isDocument(value) ? merged(own, value) : value];
  });
  return { ...values, ...Object.fromEntries(entries) };
}

function isDocument(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
