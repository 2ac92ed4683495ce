import type { IncomingHttpHeaders } from 'node:http';
import { BODY_BYTES_MAX } from '@berth/contract/limits';
import { ApiError } from './api-error.ts';

/** Enough for a person with several pages and a pipeline. */
const OF_ACCOUNT = 4;
const BYTES_MAX = 128 * 1024 * 1024;

/**
 * Limits the large bodies that a node holds in memory at once, of one account and in total, from their headers to the
 * reply: a call may have 16 MB and send them slowly.
 */
export class LargeBodies {
  readonly #byAccount = new Map<string, number>();
  #bytes = 0;

  /**
   * Counts the body of a call that may have `limit` bytes, and returns what ends it; undefined for a small one. Throws
   * 'rate-limited' if the account, or all together, have too many under way.
   */
  enter(account: string, headers: IncomingHttpHeaders, limit: number): (() => void) | undefined {
    const bytes = Math.min(Number(headers['content-length'] ?? limit), limit);
    if (bytes <= BODY_BYTES_MAX) return undefined;
    const held = this.#byAccount.get(account) ?? 0;
    if (held >= OF_ACCOUNT || this.#bytes + bytes > BYTES_MAX) {
      const message = `Too many large calls at once. An account can send ${OF_ACCOUNT} with more than ${BODY_BYTES_MAX} bytes.`;
      throw new ApiError('rate-limited', message, undefined, { 'retry-after': '1' });
    }
    this.#byAccount.set(account, held + 1);
    this.#bytes += bytes;
    return () => {
      this.#bytes -= bytes;
      const others = (this.#byAccount.get(account) ?? 0) - 1;
      if (others > 0) this.#byAccount.set(account, others);
      else this.#byAccount.delete(account);
    };
  }
}
