import { once } from 'node:events';
import type { Running } from '@berth/e2e/kit/process';

/** For a program whose heap is to be read: its debugger takes any free port once it is asked for. */
export const HEAP_FLAGS = ['--inspect-port=127.0.0.1:0'];

/** Reads the heap of a Node program that was started with HEAP_FLAGS, in bytes, after its garbage was collected. */
export async function openHeap({ child, line }: Running): Promise<() => Promise<number>> {
  // Node's own way to its debugger: the program itself knows nothing of it.
  child.kill('SIGUSR1');
  const [, url = ''] = await line(/Debugger listening on (ws:\S+)/);
  return () => readHeap(url);
}

async function readHeap(url: string): Promise<number> {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  try {
    await call(socket, 'HeapProfiler.collectGarbage');
    const { usedSize } = await call(socket, 'Runtime.getHeapUsage');
    return Number(usedSize);
  } finally {
    socket.close();
    await once(socket, 'close');
  }
}

async function call(socket: WebSocket, method: string): Promise<Readonly<Record<string, unknown>>> {
  const answered = once(socket, 'message');
  socket.send(JSON.stringify({ id: 1, method }));
  const [{ data }] = await answered;
  const { result, error } = JSON.parse(String(data));
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}
