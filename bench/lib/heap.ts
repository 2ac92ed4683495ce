import type { CDPSession } from '@playwright/test';

/** Memory of the program itself; the rest is the browser's: compiled code, buffers, DevTools data. */
const HELD_BY_PROGRAM: ReadonlySet<string> = new Set([
  'object',
  'closure',
  'array',
  'string',
  'concatenated string',
  'sliced string',
  'number',
  'regexp',
  'symbol',
  'bigint',
]);

/** The parts of Chromium's heap snapshot that are read here. */
interface Snapshot {
  readonly snapshot: {
    readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly [readonly string[]] };
  };
  /** One row of node_fields after another. */
  readonly nodes: readonly number[];
}

/** Bytes of a page's reachable objects, functions, arrays and strings, after garbage collection. */
export async function bytesHeld(devtools: CDPSession): Promise<number> {
  const pieces: string[] = [];
  const keep = ({ chunk }: { readonly chunk: string }): void => {
    pieces.push(chunk);
  };
  devtools.on('HeapProfiler.addHeapSnapshotChunk', keep);
  await devtools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  devtools.off('HeapProfiler.addHeapSnapshotChunk', keep);
  const { snapshot, nodes }: Snapshot = JSON.parse(pieces.join(''));
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const type = fields.indexOf('type');
  const size = fields.indexOf('self_size');
  let bytes = 0;
  for (let row = 0; row < nodes.length; row += fields.length) {
    if (HELD_BY_PROGRAM.has(types[0][nodes[row + type] ?? -1] ?? '')) bytes += nodes[row + size] ?? 0;
  }
  return bytes;
}
