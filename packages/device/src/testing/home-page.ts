import { once } from 'node:events';
import { WebSocket } from 'ws';

/** What a person sees on the home screen's page. */
export interface SeenPage {
  readonly path: string;
  readonly text: string;
}

/** A page that hangs counts as not there. */
const ANSWERS_MS = 3_000;
export const LOOK = '({ path: location.pathname, text: document.body.innerText })';

/** Reads the home screen's page through its browser's DevTools port. Rejects if there is none. */
export async function readHomePage(port: number): Promise<SeenPage> {
  return (await inHomePage(port, LOOK)) as SeenPage;
}

/** The expression that presses a button of the page, found by its text. */
export function pressing(text: string): string {
  const buttons = `[...document.querySelectorAll('button')]`;
  return `${buttons}.find(({ innerText }) => innerText.includes(${JSON.stringify(text)}))?.click() ?? null`;
}

/** Evaluates an expression in the home screen's page. */
export async function inHomePage(port: number, expression: string): Promise<unknown> {
  const signal = AbortSignal.timeout(ANSWERS_MS);
  const reply = await fetch(`http://127.0.0.1:${port}/json/list`, { signal });
  const targets = (await reply.json()) as { type: string; webSocketDebuggerUrl: string }[];
  const page = targets.find(({ type }) => type === 'page');
  if (!page) throw new Error('the browser has no page');
  const socket = new WebSocket(page.webSocketDebuggerUrl, { handshakeTimeout: ANSWERS_MS });
  try {
    await once(socket, 'open', { signal });
    const params = { expression, returnByValue: true };
    socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params }));
    const [data] = (await once(socket, 'message', { signal })) as [Buffer];
    const { result } = JSON.parse(String(data)) as { result: { result: { value?: unknown } } };
    return result.result.value;
  } finally {
    socket.terminate();
  }
}
