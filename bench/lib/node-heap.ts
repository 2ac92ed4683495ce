import { once } from 'node:events';
import type { Running } from '@berth/testing/process';

/** For a program whose heap is to be read: its debugger takes any free port once it is asked for. */
export const HEAP_FLAGS = ['--inspect-port=127.0.0.1:0'];

/** What a Node program holds after its garbage was collected. */
export interface NodeHeap {
  /** Bytes of all that is in it. */
  readonly bytes: number;
  /** Of them what V8 compiled, and keeps apart: it grows with what was called often enough, and to an end. */
  readonly codeBytes: number;
  /** Objects, functions and lists: what the program itself made and has not let go of. */
  readonly objects: number;
}

/** Said in the program, where nothing else can be asked for it. */
const CODE_AND_OBJECTS = `(() => {
  const v8 = process.getBuiltinModule('v8');
  const ofCode = v8.getHeapSpaceStatistics().filter(({ space_name }) => /code|trusted/.test(space_name));
  const codeBytes = ofCode.reduce((sum, { space_used_size }) => sum + space_used_size, 0);
  return { codeBytes, objects: v8.queryObjects(Object, { format: 'count' }) };
})()`;

/** Reads the heap of a Node program that was started with HEAP_FLAGS. */
export async function openHeap({ child, line }: Running): Promise<() => Promise<NodeHeap>> {
  // Node's own way to its debugger: the program itself knows nothing of it.
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
