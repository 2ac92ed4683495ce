import { type StackFrame, stackFrames } from '@berth/contract/rules/error-reports';
import { scrub } from './scrub.ts';

/** The page's programs say these by themselves, or the server reports them: calls refused, chunks that never came. */
const EXPECTED = new Set(['ApiError', 'BridgeError', 'ChunkError', 'SignedOutError', 'AbortError', 'TimeoutError']);

/** What a report says of an error: kind, message without what a person wrote, and where in our own files it was. */
export interface ErrorFacts {
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
