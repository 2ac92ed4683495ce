/** Time limit for the code. */
const TIMEOUT_MS = 5_000;

/**
 * A page that runs code and returns the value of its last line (spec chapter 2, debug dialog). It is shown in a frame
 * without an origin, so it reaches neither this page nor the bridge.
 */
export function codePage(code: string, nonce: string): string {
  const lines = code.trimEnd().split('\n');
  const last = lines.pop() ?? '';
  // Code that contains an end tag must not close its script element.
  const safe = [...lines, `return (${last.replace(/;\s*$/, '')});`].join('\n').replaceAll('</', '<\\/');
  return `<!doctype html><script nonce="${nonce}">
const tell = (ok, text) => parent.postMessage({ ok, text: String(text) }, '*');
const show = (value) => typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
addEventListener('error', (event) => tell(false, event.message));
</script><script nonce="${nonce}">
(async () => {
${safe}
})().then((value) => tell(true, show(value)), (error) => tell(false, error));
</script>`;
}

export interface Outcome {
  readonly ok: boolean;
  readonly text: string;
}

/** Waits for the frame's message. */
export function outcomeOf(frame: HTMLIFrameElement): Promise<Outcome> {
  return new Promise((resolve) => {
    const stop = new AbortController();
    const done = (outcome: Outcome) => {
      stop.abort();
      clearTimeout(timer);
      resolve(outcome);
    };
    const timer = setTimeout(() => done({ ok: false, text: `No answer within ${TIMEOUT_MS / 1_000} s` }), TIMEOUT_MS);
    addEventListener(
      'message',
      ({ source, data }: MessageEvent<Outcome>) => {
        if (source === frame.contentWindow) done(data);
      },
      { signal: stop.signal },
    );
  });
}
