import { OWN_KEYWORDS } from '@berth/contract/profile/secrets';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import addFormats from 'ajv-formats';

/** Checked before the validator runs, over the whole value at once (contract, profile/bounds.ts). */
const BOUNDS: ReadonlySet<string> = new Set(['maxLength', 'maxItems', 'maxProperties', 'default']);

/**
 * Compiles a schema's validator to the source of an ES module, because the CSP forbids compiling in the browser. It
 * finds every fault of a value that is within the schema's bounds and complete, as contract/profile/check.ts passes it.
 */
export function compileValidator(schema: object): string {
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: false,
    allErrors: true,
    messages: false,
    code: { source: true, esm: true, lines: false },
  });
  addFormats.default(ajv);
  ajv.addVocabulary(OWN_KEYWORDS);
  ajv.addFormat('color', true);
  return asModule(standaloneCode(ajv, ajv.compile(withoutBounds(schema) as object)));
}

function withoutBounds(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutBounds);
  if (typeof node !== 'object' || node === null) return node;
  const kept = Object.entries(node).filter(([keyword, value]) => !isBound(keyword, value));
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, withoutBounds(value)]));
}

/** A property may be named like a keyword: then its value is a schema. */
function isBound(keyword: string, value: unknown): boolean {
  if (keyword === 'default') return true;
  return BOUNDS.has(keyword) && typeof value === 'number';
}

/** Standalone code still loads its helpers with `require`. */
function asModule(code: string): string {
  const imports = new Map<string, string>();
  const body = code
    .replaceAll('require("ajv/dist/runtime/ucs2length").default', '((text) => [...text].length)')
    .replaceAll(/require\("([^"]+)"\)/g, (_, path: string) => {
      const name = imports.get(path) ?? `helper${imports.size}`;
      imports.set(path, name);
      return name;
    });
  const lines = [...imports].map(([path, name]) => `import * as ${name} from ${JSON.stringify(path)};`);
  return [...lines, body].join('\n');
}
