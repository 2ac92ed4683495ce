import type { Desired } from '@berth/contract/device/messages';
import { type Account, accountsOf } from '../features/calls/accounts.ts';
import { Calls, type CallsOptions } from '../features/calls/calls.ts';
import type { AppliedProfile } from '../features/profile/shown.ts';
import { CALLS_KEPT } from '../state/machine-state.ts';
import type { Store } from '../state/store.ts';
import { checkSipLogin } from '../system/sip-login.ts';
import type { Publisher } from './publisher.ts';

interface PhoneOptions extends Pick<CallsOptions, 'host' | 'onRing' | 'log'> {
  readonly store: Store;
  readonly publisher: Publisher;
}

/** The phone, which tells the page of its calls and keeps their history. */
export function phoneCalls({ host, store, publisher, onRing, log }: PhoneOptions): Calls {
  return new Calls({
    host,
    checkLogin: checkSipLogin,
    onRing,
    onChange: (value) => publisher.publish({ section: 'calls', value }),
    onRecord: (record) => {
      store
        .update((state) => ({ ...state, calls: [record, ...state.calls].slice(0, CALLS_KEPT) }))
        .catch((error) => log.error({ error: String(error) }, 'the call history is not kept'));
    },
    log,
  });
}

/** The phone accounts of what a machine should be; none while it belongs to nobody. */
export function phoneAccounts(applied: AppliedProfile | null, desired: Desired | null): Account[] {
  return applied && desired ? accountsOf(applied.definition, desired) : [];
}
