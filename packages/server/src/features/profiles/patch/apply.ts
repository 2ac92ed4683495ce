import type { Fault } from '@berth/contract/errors';
import { isObject } from '@berth/contract/profile/nodes';
import { DISPLAY_NAME } from '@berth/contract/rules/text';
import { ApiError } from '../../../http/api-error.ts';
import { jsonPatch } from './json-patch.ts';

/** The fields of a profile that a patch can change. */
interface Patched {
  readonly name: string;
  /** Not validated yet. */
  readonly definition: unknown;
}

type Body = Readonly<Record<string, unknown>> | readonly Readonly<Record<string, unknown>>[];

const MERGE = 'application/merge-patch+json';
const PATCH = 'application/json-patch+json';

/**
 * Applies a body by its media type to the profile as its editors see it (design, "PATCH of a profile"). Masks stay in the
 * result.
 */
export function applyToProfile(shown: Patched, body: Body, mediaType: string | undefined): Patched {
  return checkFields(changed(shown, body, mediaType));
}

function changed(shown: Patched, body: Body, mediaType: string | undefined): Record<string, unknown> {
  if (mediaType === PATCH) {
    if (!isList(body)) throw new ApiError('invalid-patch', 'A JSON patch must be a list of operations.');
    const document = jsonPatch(structuredClone({ ...shown }), body);
    if (typeof document !== 'object' || document === null || Array.isArray(document)) {
      throw new ApiError('invalid-input', 'This change is not possible.', [fault('', 'type', 'must be an object')]);
    }
    return { ...document };
  }
  if (isList(body)) throw new ApiError('invalid-input', 'The body must be an object.', [fault('', 'type', 'object')]);
  return mediaType === MERGE ? { ...(mergePatch(shown, body) as object) } : { ...shown, ...body };
}

function checkFields(result: Record<string, unknown>): Patched {
  const { name, definition, ...unknown } = result;
  const faults = Object.keys(unknown).map((key) => fault(`/${key}`, 'additionalProperties', 'is not a field'));
  if (!isName(name)) faults.push(fault('/name', 'name', 'must be a name of at most 128 characters'));
  if (typeof definition !== 'object' || definition === null || Array.isArray(definition)) {
    faults.push(fault('/definition', 'type', 'must be an object'));
  }
  if (faults.length > 0) throw new ApiError('invalid-input', 'This change is not possible.', faults);
  return { name: String(name), definition };
}

function isName(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  return value.length <= DISPLAY_NAME.maxLength && new RegExp(DISPLAY_NAME.pattern, 'u').test(value);
}

function isList(body: Body): body is readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(body);
}

function fault(path: string, rule: string, message: string): Fault {
  return { path, rule, message };
}

/** Applies a JSON merge patch (RFC 7396): objects merge, null removes, anything else replaces. Mutates neither value. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const before = isObject(target) ? target : {};
  const kept = Object.entries(before).filter(([key]) => !Object.hasOwn(patch, key));
  const merged = Object.entries(patch)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => [key, mergePatch(Object.hasOwn(before, key) ? before[key] : undefined, value)] as const);
  return Object.fromEntries([...kept, ...merged]);
}
