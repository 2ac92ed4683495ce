import type { ButtonFailure } from '@berth/contract/bridge/methods';
import { actionAt, type ButtonPlace, shellCommandOf } from '@berth/contract/profile/button-actions';
import { BridgeError } from '../bridge/calls.ts';
import { CommandFailedError, PressError } from '../features/buttons/presses.ts';
import { StatusError, sendWebhook } from '../features/buttons/webhook.ts';
import type { AppliedProfile } from '../features/profile/applied-profile.ts';
import type { Log } from '../system/log.ts';
import type { Power } from '../system/ports/machine.ts';
import { PrivateAddressError } from '../system/public-address.ts';

interface Means {
  readonly power: Power;
  readonly allowPrivateWebhooks: boolean;
  /** Asks the cloud to run the button's command; resolves when it has run. */
  readonly askCloud: (applied: AppliedProfile, place: ButtonPlace) => Promise<void>;
  readonly log: Log;
}

/**
 * Runs the action of a dashboard button (spec chapter 3, Button widget). Resolves to the reason if the action failed,
 * or null. Rejects if the button may not run.
 */
export async function pressButton(
  applied: AppliedProfile | null,
  place: ButtonPlace,
  means: Means,
): Promise<ButtonFailure | null> {
  try {
    await run(applied, place, means);
    return null;
  } catch (error) {
    const failure = failureOf(error);
    means.log.warn({ button: place.item, failure, error: String(error) }, 'a button of the dashboard did not work');
    if (failure !== null) return failure;
    throw error instanceof PressError ? new BridgeError(error.code, error.message) : error;
  }
}

async function run(
  applied: AppliedProfile | null,
  place: ButtonPlace,
  { power, allowPrivateWebhooks, askCloud }: Means,
): Promise<void> {
  const action = applied ? actionAt(applied.definition, place) : undefined;
  if (action?.webhook && action.type === 'webhook') {
    return sendWebhook(action.webhook, allowPrivateWebhooks).catch((error: unknown) => {
      throw error instanceof PrivateAddressError || error instanceof StatusError
        ? error
        : new NoResponseError(String(error));
    });
  }
  if (applied && shellCommandOf(action) !== undefined) return askCloud(applied, place);
  const system = action?.type === 'system' ? action.system : undefined;
  switch (system?.action) {
    case 'power-off':
      return power.powerOff();
    case 'power-reboot':
      return power.reboot();
    default:
      throw new BridgeError('not-found', 'Button not found.');
  }
}

class NoResponseError extends Error {}

function failureOf(error: unknown): ButtonFailure | null {
  if (error instanceof PrivateAddressError) return 'own-network';
  if (error instanceof StatusError) return 'error-response';
  if (error instanceof NoResponseError) return 'no-response';
  return error instanceof CommandFailedError ? 'command-failed' : null;
}
