import type { CallDirection, CallErrorCode, CallRecord, PhoneCall } from '@berth/contract/bridge/calls';

/** The history entry of an ended call. */
export function recordOf(
  call: PhoneCall & { readonly direction: CallDirection; readonly at: string },
  hungUpHere: boolean,
): CallRecord {
  const { peer, peer_name, account, direction, at, answeredAt } = call;
  const duration = answeredAt ? Math.max(0, Math.round((Date.now() - Date.parse(answeredAt)) / 1000)) : 0;
  return { peer, peer_name, account, direction, at, duration, outcome: outcomeOf() };

  function outcomeOf(): CallRecord['outcome'] {
    if (answeredAt) return 'answered';
    if (direction === 'outgoing') return 'unanswered';
    return hungUpHere ? 'declined' : 'missed';
  }
}

/** Maps the SIP status of a failed call to an error code (RFC 3261, chapter 21). */
export function errorCodeOf(reason: string): CallErrorCode {
  const [, code] = /^(\d{3}) /.exec(reason) ?? [];
  switch (code) {
    case '404':
    case '410':
    case '484':
    case '604':
      return 'not-found';
    case '486':
    case '600':
      return 'busy';
    case '408':
    case '480':
      return 'no-answer';
    case '603':
      return 'declined';
    default:
      return 'failed';
  }
}
