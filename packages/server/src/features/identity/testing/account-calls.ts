import type { Endpoint, ReplyOf } from '@berth/contract/api/endpoint';
import { callEndpoint, type Received, type Sent } from '../../../testing/client.ts';
import type { SignedIn } from './people.ts';
import type { Stack } from './stack.ts';

/** Calls the API as a person who is signed in. */
export function as<const E extends Endpoint>(
  stack: Stack,
  { tokens }: SignedIn,
  endpoint: E,
  sent: Sent<E> = {},
): Promise<Received<ReplyOf<E>>> {
  return callEndpoint(stack.publicUrl, endpoint, { ...sent, token: tokens.access_token });
}
