import type Type from 'typebox';
import type { MachineId } from '../ids.ts';
import { shortId } from '../rules/names.ts';
import { mapMarked } from './marked-texts.ts';
import { nodeOf, type SchemaNode } from './nodes.ts';
import { MACHINE_VALUE } from './patterns.ts';
import { PER_MACHINE } from './secrets.ts';

/** What machines fill into the texts of a profile. */
export interface MachineValues {
  readonly id: MachineId;
  readonly name: string;
  readonly tags: readonly string[];
}

/** How a text is to contain values: as they are, percent-encoded in an address, or escaped in HTML. */
export type PerMachine = 'text' | 'address' | 'html';

/** A profile with values filled in. */
export interface Filled {
  readonly value: unknown;
  readonly hasPlaceholders: boolean;
  /** Fields without a value for a placeholder, or that their values do not fit; empty if there are none. */
  readonly faults: readonly string[];
}

const PLACEHOLDER = new RegExp(MACHINE_VALUE, 'gu');
const PLACEHOLDER_ALONE = new RegExp(`^${MACHINE_VALUE}$`, 'u');
const ANY = /\{\{[^{}]*\}\}/g;
const TAG_START = 'tag:';
const WEB_ADDRESS = /^https?:\/\//i;

/**
 * Replaces the placeholders {{name}}, {{id}}, {{short-id}}, and {{tag:…}} in the texts whose schema allows it, so that
 * one profile serves machines that differ in a room or a number: {{tag:room}} is B12 on a machine with the tag room:B12.
 * Without a value the placeholder is empty. A text stays as it is if its field does not allow the result: an app without
 * a name or URL would be omitted, and other parts of the profile refer to apps by their position.
 */
export function fillMachineValues(schema: Type.TSchema, given: unknown, values: MachineValues): Filled {
  const faults: string[] = [];
  let hasPlaceholders = false;
  const value = mapMarked(nodeOf(schema), given, PER_MACHINE, (text, pointer, field) => {
    if (!text.includes('{{')) return text;
    const encode = encodingOf(field, text);
    const filled = text.replaceAll(PLACEHOLDER, (placeholder: string) => {
      hasPlaceholders = true;
      const found = find(placeholder.slice(2, -2), values);
      if (found === undefined) faults.push(`${pointer} has no value for ${placeholder}`);
      return encode(found ?? '');
    });
    if (filled === text || isAllowed(field, filled)) return filled;
    faults.push(`${pointer} does not fit this machine`);
    return text;
  });
  return { value: hasPlaceholders ? value : given, hasPlaceholders, faults };
}

function isAllowed({ minLength, maxLength, pattern }: SchemaNode, text: string): boolean {
  const { length } = [...text];
  if (length < Number(minLength ?? 0) || length > Number(maxLength)) return false;
  return typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text);
}

function encodingOf({ [PER_MACHINE]: kind }: SchemaNode, text: string): (value: string) => string {
  return ENCODINGS[kind === 'text' && WEB_ADDRESS.test(text) ? 'address' : (kind as PerMachine)];
}

/** Placeholders of a text that no machine replaces, such as a misspelled {{nmae}}. */
export function unknownPlaceholders(text: string): string[] {
  return (text.match(ANY) ?? []).filter((each) => !PLACEHOLDER_ALONE.test(each));
}

/** Whether a tag has a value: room:B12. */
export function hasValue(tag: string): boolean {
  return tag.includes(':');
}

function find(placeholder: string, { id, name: machineName, tags }: MachineValues): string | undefined {
  if (placeholder === 'name') return machineName;
  if (placeholder === 'id') return id;
  if (placeholder === 'short-id') return shortId(id);
  const start = `${placeholder.slice(TAG_START.length)}:`;
  return tags
    .filter((tag) => tag.startsWith(start))
    .toSorted()[0]
    ?.slice(start.length);
}

const HTML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const ENCODINGS: Readonly<Record<PerMachine, (value: string) => string>> = {
  text: (value) => value,
  address: (value) => encodeURIComponent(value.toWellFormed()),
  html: (value) => value.replaceAll(/[&<>"']/g, (letter) => HTML[letter] ?? letter),
};
