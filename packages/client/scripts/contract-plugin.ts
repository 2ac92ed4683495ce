import { pathToFileURL } from 'node:url';
import { isObject } from '@berth/contract/profile/nodes';
import type { Plugin } from 'vite';

const CONTRACT = /\/packages\/contract\/src\/.*\.ts$/;

/**
 * Evaluates the contract's declarations when the client is built: schemas become plain JSON Schema, and endpoints the
 * few facts that a caller needs. Neither the schema library (15 kB) nor unused schemas are shipped.
 *
 * A module that declares a schema or an endpoint is replaced by its values; its functions are not exported to the
 * client. Modules without declarations (rules, limits) stay unchanged.
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

/** Reduces an endpoint to what a call needs; returns everything else unchanged. */
function shipped(value: unknown): unknown {
  if (!isObject(value) || isSchema(value) || !('method' in value && 'path' in value)) return value;
  const { id, method, path, root, authentication } = value;
  return { id, method, path, root, authentication };
}

/** The schema library marks its schemas with a property that JSON omits. */
function isSchema(value: object): boolean {
  return Object.hasOwn(value, '~kind');
}
