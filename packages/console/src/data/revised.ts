import type { Endpoint, ReplyOf } from '@berth/contract/api/endpoint';
import { type CallInput, send } from '@berth/web/data/call.ts';

/** Calls an endpoint whose ETag is a revision, which the next change is based on. */
export async function callRevised<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<{ readonly reply: ReplyOf<E>; readonly revision: number }> {
  const response = await send(endpoint, input);
  return { reply: await response.json(), revision: Number(response.headers.get('etag')?.replace(/\D/g, '')) };
}
