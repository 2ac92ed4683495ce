import { pathToFileURL } from 'node:url';
import { isObject } from '@berth/contract/profile/nodes';
import type { Plugin } from 'vite';

const CONTRACT = /\/packages\/contract\/src\/.*\.ts$/;

/**
 * Evaluates the contract's declarations when the client is built: schemas arrive as plain JSON Schema, endpoints as
 * the few facts that a caller needs. So neither the schema library (15 kB) nor unused schemas are shipped.
 *
 * A module that declares a schema or an endpoint is replaced by its values; functions beside them are not exported to
 * the client. Modules without declarations (rules, limits) stay as they are written.
 */
export function contractPlugin(): Plugin {
  return {
    name: 'berth-contract',
    enforce: 'pre',
    async load(id) {
      if (!CONTRACT.test(id)) return undefined;
      const module: Record<string, unknown> = await import(pathToFileURL(id).href);
      const exports = Object.entries(module).filter(([, value]) => typeof value !== 'function');
      if (!exports.some(([, value]) => holdsSchema(value))) return undefined;
      const lines = exports.map(([name, value]) => `export const ${name} = ${JSON.stringify(shipped(value))};`);
      return { code: lines.join('\n'), moduleType: 'js' };
    },
  };
}

function holdsSchema(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsSchema);
  return isObject(value) && (isSchema(value) || Object.values(value).some(holdsSchema));
}

/** Of an endpoint only what a call needs; everything else as it is. */
function shipped(value: unknown): unknown {
  if (!isObject(value) || isSchema(value) || !('method' in value && 'path' in value)) return value;
  const { id, method, path, root, authentication } = value;
  return { id, method, path, root, authentication };
}

/** The schema library marks its schemas with a property that JSON leaves out. */
function isSchema(value: object): boolean {
  return Object.hasOwn(value, '~kind');
}
