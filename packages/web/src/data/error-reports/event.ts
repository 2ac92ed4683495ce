import { type StackFrame, stackFrames } from '@berth/contract/rules/service';

/** Errors that pages handle themselves or the server reports: refused calls, chunks that failed to load. */
const EXPECTED = new Set(['ApiError', 'BridgeError', 'ChunkError', 'SignedOutError', 'AbortError', 'TimeoutError']);

const LENGTH_MAX = 200;

/** What may contain a name, an address, a token or typed text, with its replacement, in this order. */
const HIDDEN: readonly (readonly [RegExp, string])[] = [
  // From the first quotation mark to the last: quoted text may contain some itself.
  [/["“„«].*["”“»]/gs, '"…"'],
  [/(?<!\w)['`].*['`]/gs, '"…"'],
  [/\b[a-z][a-z+.-]*:\/\/\S+/gi, '<address>'],
  [/\S+@\S+/g, '<address>'],
  [/[\w.~+/=-]{20,}/g, '<token>'],
  [/\d{4,}/g, '<number>'],
];

/** Reported facts of an error: kind, message without user content, and location in our own files. */
interface ErrorFacts {
  readonly type: string;
  readonly value: string;
  readonly frames: readonly StackFrame[];
}

/** Undefined for expected errors, and for errors of browser extensions. */
export function factsOf(error: unknown, origin: string): ErrorFacts | undefined {
  if (!(error instanceof Error) || EXPECTED.has(error.name)) return undefined;
  const frames = stackFrames(error.stack ?? '').flatMap((frame) => {
    const path = ownPath(frame.filename, origin);
    return path === undefined ? [] : [{ ...frame, filename: `app://${path}` }];
  });
  return frames.length === 0 ? undefined : { type: error.name, value: scrub(error.message), frames };
}

/** The path of one of our files, without what may be in a page's URL. */
function ownPath(address: string, origin: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { origin: other, pathname } = new URL(address);
  const isScript = /\.\w+$/.test(pathname);
  return other === origin ? (isScript ? pathname : '/') : undefined;
}

/** An error's message without user content: quotations, addresses, tokens, long numbers. */
function scrub(message: string): string {
  const scrubbed = HIDDEN.reduce((text, [hidden, instead]) => text.replace(hidden, instead), message);
  return scrubbed.slice(0, LENGTH_MAX);
}
