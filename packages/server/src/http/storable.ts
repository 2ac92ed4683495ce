import type { Fault } from '@berth/contract/errors';

const DEPTH_MAX = 64;

/**
 * What no schema says and the database would stumble over: PostgreSQL's text cannot hold NUL, its jsonb no lone
 * surrogate, and what is nested deeper than anything we declare is an attack on whoever recurses. Walks without
 * recursion for that reason.
 */
export function unstorable(root: unknown): Fault | undefined {
  const waiting = [{ value: root, path: '', depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, path, depth } = next;
    if (typeof value === 'string') {
      if (!isStorableText(value)) return textFault(path);
    } else if (typeof value === 'object' && value !== null) {
      if (depth === DEPTH_MAX) {
        return { path, rule: 'maxDepth', message: `must not nest deeper than ${DEPTH_MAX} levels` };
      }
      for (const [key, child] of Object.entries(value)) {
        if (!isStorableText(key)) return textFault(path);
        waiting.push({ value: child, path: `${path}/${escapePointer(key)}`, depth: depth + 1 });
      }
    }
  }
  return undefined;
}

/** Whether PostgreSQL keeps this text as it is. */
function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

function textFault(path: string): Fault {
  return { path, rule: 'text', message: 'must not contain NUL characters or unpaired surrogates' };
}

/** RFC 6901, section 3. */
function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
