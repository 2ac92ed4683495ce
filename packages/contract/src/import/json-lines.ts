import { isObject } from '../profile/nodes.ts';
import { ImportError } from './report.ts';

/** Policies nest a few levels; deeper text is built to break readers. */
const DEPTH_MAX = 32;

/** A member of an object in a JSON text, and its first and last line, counted from 1. */
export interface Member {
  readonly name: string;
  readonly value: unknown;
  readonly lines: readonly [number, number];
}

/**
 * The members of the object at a path of a JSON text, in order; of members with the same name each one. Throws
 * ImportError if the text is not JSON, or nested too deeply.
 */
export function membersAt(text: string, path: readonly string[]): Member[] {
  const { root, members } = scan(text, path);
  const owner = path.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), root);
  return isObject(owner) ? members : [];
}

interface Open {
  /** The name that the next value has; undefined in a list. */
  key: string | undefined;
  readonly isObject: boolean;
  /** Where the current member begins. */
  start: number;
  line: number;
}

/** Reads the text once, as a whole, and the places of the members at a path. */
function scan(text: string, path: readonly string[]): { readonly root: unknown; readonly members: Member[] } {
  const open: Open[] = [];
  const members: Member[] = [];
  let line = 1;
  // Of the last sign that is not blank.
  let lastLine = 1;
  const isThere = () =>
    open.length === path.length + 1 && path.every((key, depth) => open[depth]?.isObject && open[depth]?.key === key);
  const endMember = (end: number) => {
    const top = open.at(-1);
    if (!top?.isObject || top.key === undefined || !isThere()) return;
    members.push({ name: top.key, value: parsed(text.slice(top.start, end)), lines: [top.line, lastLine] });
  };
  // The whole is checked first, so that the places below are those of valid JSON.
  checkDepth(text);
  const root = parsed(text);
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    const top = open.at(-1);
    if (sign === '\n') line += 1;
    else if (sign === '"') {
      const end = endOfString(text, at);
      // In an object, the first string of a member is its name.
      if (top?.isObject && top.key === undefined) {
        top.key = String(parsed(text.slice(at, end)));
        top.start = text.indexOf(':', end) + 1;
        top.line = line;
      }
      at = end - 1;
    } else if (sign === '{' || sign === '[') open.push({ key: undefined, isObject: sign === '{', start: 0, line });
    else if (sign === '}' || sign === ']') {
      endMember(at);
      open.pop();
    } else if (sign === ',') {
      endMember(at);
      if (top) top.key = undefined;
    }
    if (sign?.trim() !== '') lastLine = line;
  }
  return { root, members };
}

function checkDepth(text: string): void {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') at = endOfString(text, at) - 1;
    else if (sign === '{' || sign === '[') depth += 1;
    else if (sign === '}' || sign === ']') depth -= 1;
    if (depth > DEPTH_MAX) throw new ImportError('too-deep');
  }
}

/** The place after a string that begins here. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ImportError('not-json');
  }
}
