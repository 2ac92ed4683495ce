import { type StackFrame, stackFrames } from '@berth/contract/rules/error-reports';

/** The page's programs say these by themselves, or the server reports them: calls refused, chunks that never came. */
const EXPECTED = new Set(['ApiError', 'BridgeError', 'ChunkError', 'SignedOutError', 'AbortError', 'TimeoutError']);

const LENGTH_MAX = 200;

/** What may hold a name, an address, a token or something typed, and what stands there instead, in this order. */
const HIDDEN: readonly (readonly [RegExp, string])[] = [
  // From the first quotation mark to the last one: what is quoted may hold some itself.
  [/["“„«].*["”“»]/gs, '"…"'],
  [/(?<!\w)['`].*['`]/gs, '"…"'],
  [/\b[a-z][a-z+.-]*:\/\/\S+/gi, '<address>'],
  [/\S+@\S+/g, '<address>'],
  [/[\w.~+/=-]{20,}/g, '<token>'],
  [/\d{4,}/g, '<number>'],
];

/** What a report says of an error: kind, message without what a person wrote, and where in our own files it was. */
interface ErrorFacts {
  readonly type: string;
  readonly value: string;
  readonly frames: readonly StackFrame[];
}

/** Undefined for what is no fault of this program: expected ones, and those of browser extensions. */
export function factsOf(error: unknown, origin: string): ErrorFacts | undefined {
  if (!(error instanceof Error) || EXPECTED.has(error.name)) return undefined;
  const frames = stackFrames(error.stack ?? '').flatMap((frame) => {
    const path = ownPath(frame.filename, origin);
    return path === undefined ? [] : [{ ...frame, filename: `app://${path}` }];
  });
  return frames.length === 0 ? undefined : { type: error.name, value: scrub(error.message), frames };
}

/** The path of a file of ours, without what may stand in a page's address. */
function ownPath(address: string, origin: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { origin: other, pathname } = new URL(address);
  const isScript = /\.\w+$/.test(pathname);
  return other === origin ? (isScript ? pathname : '/') : undefined;
}

/** An error's message without anything that came from a person: its quotations, addresses, tokens, long numbers. */
function scrub(message: string): string {
  const scrubbed = HIDDEN.reduce((text, [hidden, instead]) => text.replace(hidden, instead), message);
  return scrubbed.slice(0, LENGTH_MAX);
}
