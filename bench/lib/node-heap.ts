import { once } from 'node:events';
import type { Running } from '@berth/testing/process';

/** For a program whose heap is read: its debugger opens on any free port on request. */
export const HEAP_FLAGS = ['--inspect-port=127.0.0.1:0'];

/** Memory of a Node program after garbage collection. */
export interface NodeHeap {
  /** Bytes of the whole heap. */
  readonly bytes: number;
  /** Bytes of code compiled by V8: grows with frequently called functions, up to a limit. */
  readonly codeBytes: number;
  /** Objects, functions and arrays that the program still holds. */
  readonly objects: number;
}

/** Evaluated in the program, because no other interface reports it. */
const CODE_AND_OBJECTS = `(() => {
  const v8 = process.getBuiltinModule('v8');
  const ofCode = v8.getHeapSpaceStatistics().filter(({ space_name }) => /code|trusted/.test(space_name));
  const codeBytes = ofCode.reduce((sum, { space_used_size }) => sum + space_used_size, 0);
  return { codeBytes, objects: v8.queryObjects(Object, { format: 'count' }) };
})()`;

/** Reads the heap of a Node program that was started with HEAP_FLAGS. */
export async function openHeap({ child, line }: Running): Promise<() => Promise<NodeHeap>> {
  // Node's standard way to open its debugger: the program itself is unchanged.
  child.kill('SIGUSR1');
  const [, url = ''] = await line(/Debugger listening on (ws:\S+)/);
  return () => readHeap(url);
}

async function readHeap(url: string): Promise<NodeHeap> {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  try {
    await call(socket, 'HeapProfiler.collectGarbage');
    const { usedSize } = await call(socket, 'Runtime.getHeapUsage');
    const { result } = await call(socket, 'Runtime.evaluate', { expression: CODE_AND_OBJECTS, returnByValue: true });
    return {
      bytes: Number(usedSize),
      ...(result as { readonly value: Pick<NodeHeap, 'codeBytes' | 'objects'> }).value,
    };
  } finally {
    socket.close();
    await once(socket, 'close');
  }
}

async function call(
  socket: WebSocket,
  method: string,
  params: object = {},
): Promise<Readonly<Record<string, unknown>>> {
  const answered = once(socket, 'message');
  socket.send(JSON.stringify({ id: 1, method, params }));
  const [{ data }] = await answered;
  const { result, error } = JSON.parse(String(data));
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}
