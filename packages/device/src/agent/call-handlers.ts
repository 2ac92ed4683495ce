import type { CALLS_METHODS } from '@berth/contract/bridge/calls';
import { BridgeError } from '../bridge/bridge-error.ts';
import type { BridgeHandlers } from '../bridge/calls.ts';
import { CallError, type Calls } from '../features/calls/calls.ts';
import type { Store } from '../state/store.ts';

/** What the page may do with the phone. */
export function callHandlers(calls: Calls, store: Store): Pick<BridgeHandlers, keyof typeof CALLS_METHODS> {
  return {
    get_calls: () => calls.state,
    list_call_history: () => store.state.calls,
    dial: ({ number, account }) => done(calls.dial(number, account)),
    answer_call: () => done(calls.answer()),
    hang_up: () => done(calls.hangUp()),
    hold_call: ({ held }) => done(calls.hold(held)),
    send_digits: ({ digits }) => done(calls.sendDigits(digits)),
  };
}

async function done(work: Promise<void>): Promise<null> {
  try {
    await work;
    return null;
  } catch (error) {
    throw error instanceof CallError ? new BridgeError('call-not-possible', error.message) : error;
  }
}
