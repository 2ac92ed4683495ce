import type { Fault } from '@berth/contract/errors';
import type { Database } from '../../db/connection.ts';
import { ApiError } from '../../http/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { AddressError, type Outbound, urlFault } from '../../platform/outbound/post.ts';
import type { Sealer } from '../../platform/seal.ts';

export interface WebhookDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly outbound: Outbound;
  /** Whether addresses without TLS are accepted: only if the operator has opened private networks. */
  readonly plainHttp: boolean;
  /** Feature areas with events, such as `machines`. */
  readonly areas: ReadonlySet<string>;
}

/** Rejects an undeliverable address. Each delivery checks the resolved address again. */
export function requireUrl(url: string, { outbound, plainHttp }: Pick<WebhookDeps, 'outbound' | 'plainHttp'>): void {
  const fault = faultOf(url, plainHttp) ?? addressFault(url, outbound);
  if (fault) throw new ApiError('invalid-input', `The address ${fault.message}.`, [fault]);
}

function faultOf(text: string, plainHttp: boolean): Fault | undefined {
  const message = URL.canParse(text) ? urlFault(new URL(text), plainHttp) : 'is malformed';
  return message === undefined ? undefined : { path: '/url', rule: 'url', message };
}

function addressFault(text: string, outbound: WebhookDeps['outbound']): Fault | undefined {
  try {
    outbound.check(new URL(text));
    return undefined;
  } catch (error) {
    if (!(error instanceof AddressError)) throw error;
    return { path: '/url', rule: 'public', message: 'must be reachable on the public internet' };
  }
}

/** Rejects events of unknown areas: the webhook would never receive anything. */
export function requireEvents(events: readonly string[], areas: ReadonlySet<string>): void {
  const faults = events.flatMap((event, at): Fault[] => {
    const [area = ''] = event.split('.');
    if (event === '*' || areas.has(area)) return [];
    return [
      { path: `/events/${at}`, rule: 'event', message: `is not an event group; use one of: ${[...areas].join(', ')}` },
    ];
  });
  if (faults.length > 0) throw new ApiError('invalid-input', 'Unknown events.', faults);
}

export function noSuchWebhook(): ApiError {
  return new ApiError('not-found', 'Webhook not found.');
}
