import { readFileSync, statSync } from 'node:fs';
import { extname, join, relative, resolve } from 'node:path';
import { type Schema, schemaFaults } from '@berth/contract/as-code/check-file';
import { isSecretReference, SecretReference } from '@berth/contract/as-code/references';
import type { Fault } from '@berth/contract/errors';
import { childSchema, isObject, nodeOf, type SchemaNode } from '@berth/contract/profile/nodes';
import { below } from '@berth/contract/profile/pointer';
import { SECRET_MASK } from '@berth/contract/profile/secrets';

/** A secret of a definition, and where it comes from. */
export interface NamedSecret {
  readonly pointer: string;
  readonly reference: SecretReference;
}

/** A definition from a file. */
export interface Taken {
  /** Secrets are masks, pictures are as the API takes them. */
  readonly definition: unknown;
  readonly secrets: readonly NamedSecret[];
  readonly faults: readonly Fault[];
}

const PICTURE_TYPES: Readonly<Record<string, string>> = {
  '.png': 'png',
  '.jpg': 'jpeg',
  '.jpeg': 'jpeg',
  '.webp': 'webp',
  '.gif': 'gif',
};
/** Limit of a picture's file; the server's limits are by pixels. */
const PICTURE_BYTES_MAX = 8 * 1024 * 1024;

/** Replaces the references of a definition as it is written. */
export function takeReferences(schema: Schema, written: unknown, folder: string): Taken {
  const secrets: NamedSecret[] = [];
  const faults: Fault[] = [];
  const fault = (path: string, message: string) => void faults.push({ path, rule: 'reference', message });

  function walk(node: SchemaNode | undefined, value: unknown, pointer: string): unknown {
    if (node?.writeOnly === true) return secretOf(value, pointer);
    if (node?.contentEncoding === 'base64' && isObject(value)) return pictureOf(value, pointer);
    if (Array.isArray(value)) {
      const items = isObject(node?.items) ? node.items : undefined;
      return value.map((entry, index) => walk(items, entry, below(pointer, index)));
    }
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]) => [
        key,
        walk(node && childSchema(node, key), entry, below(pointer, key)),
      ]),
    );
  }

  function secretOf(value: unknown, pointer: string): unknown {
    if (value === '' || value === null || value === undefined) return value;
    if (!isSecretReference(value)) {
      fault(pointer, 'is a secret: write { fromEnv: NAME } or { fromFile: path }, never the secret itself');
      return SECRET_MASK;
    }
    const wrong = schemaFaults(SecretReference, value);
    if (wrong.length > 0) fault(pointer, 'must be { fromEnv: NAME } or { fromFile: path }');
    else secrets.push({ pointer, reference: value });
    return SECRET_MASK;
  }

  function pictureOf(value: SchemaNode, pointer: string): unknown {
    const { fromFile, ...rest } = value;
    if (typeof fromFile !== 'string' || Object.keys(rest).length > 0) {
      fault(pointer, 'must be { fromFile: path } or the picture as a data URL');
      return undefined;
    }
    const type = PICTURE_TYPES[extname(fromFile).toLowerCase()];
    const path = resolve(folder, fromFile);
    if (type === undefined) fault(pointer, 'must name a PNG, JPEG, WebP or GIF file');
    else if (relative(folder, path).startsWith('..')) fault(pointer, 'must name a file inside of the folder');
    else {
      const bytes = fileBytes(path, PICTURE_BYTES_MAX);
      if (bytes) return `data:image/${type};base64,${bytes.toString('base64')}`;
      fault(pointer, `cannot read ${fromFile}`);
    }
    return undefined;
  }

  return { definition: walk(nodeOf(schema), written, ''), secrets, faults };
}

function fileBytes(path: string, most: number): Buffer | undefined {
  try {
    return statSync(path).size <= most ? readFileSync(path) : undefined;
  } catch {
    return undefined;
  }
}

const SECRET_BYTES_MAX = 1024 * 1024;

/** The text of a secret; undefined where its variable or file is missing, and so the server's is kept. */
export function secretText(reference: SecretReference, folder: string, env: NodeJS.ProcessEnv): string | undefined {
  if ('fromEnv' in reference) return env[reference.fromEnv] || undefined;
  const bytes = fileBytes(join(resolve(folder, reference.fromFile)), SECRET_BYTES_MAX);
  // Editors end a file with a line break, which is no part of the secret.
  return bytes?.toString('utf8').replace(/\r?\n$/, '') || undefined;
}

/** How a person finds a reference again. */
export function referenceText(reference: SecretReference): string {
  return 'fromEnv' in reference ? `$${reference.fromEnv}` : reference.fromFile;
}
