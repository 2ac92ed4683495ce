import { setTimeout as pause } from 'node:timers/promises';

/** A browser that crashes meanwhile never replies: another attempt follows. */
const ANSWER_MS = 500;
const AGAIN_MS = 20;
const PATIENCE_MS = 60_000;

/**
 * Resolves once the browser on this debugging port shows a button of this name, on a page other than one marked by
 * leavePage. Uses the protocol directly, because Playwright waits long for a browser that crashed while it connected.
 */
export async function showsButton(port: number, name: string): Promise<void> {
  // Names may contain soft hyphens.
  const named = `(each.ariaLabel ?? each.textContent).replaceAll('\u00ad', '').trim() === ${JSON.stringify(name)}`;
  const seen = `[...document.querySelectorAll('button')].some((each) => each.checkVisibility() && ${named})`;
  const end = performance.now() + PATIENCE_MS;
  while (!(await evaluate(port, `!globalThis.isLeft && ${seen}`).catch(() => false))) {
    if (performance.now() > end) throw new Error(`no button "${name}" comes`);
    await pause(AGAIN_MS);
  }
}

/** Marks the current page, so that showsButton waits for another one. */
export async function leavePage(port: number): Promise<void> {
  await evaluate(port, 'globalThis.isLeft = true');
}

async function evaluate(port: number, expression: string): Promise<unknown> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const list = await fetch(`http://127.0.0.1:${port}/json`, { signal });
  const pages = (await list.json()) as { readonly type: string; readonly webSocketDebuggerUrl: string }[];
  const page = pages.find(({ type }) => type === 'page');
  if (!page) return false;
  const socket = new WebSocket(page.webSocketDebuggerUrl);
  try {
    return await new Promise((resolve, reject) => {
      signal.addEventListener('abort', reject, { once: true });
      socket.addEventListener('error', reject, { once: true });
      socket.addEventListener('open', () => {
        socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } }));
      });
      socket.addEventListener('message', ({ data }) => resolve(JSON.parse(String(data)).result?.result?.value));
    });
  } finally {
    socket.close();
  }
}
