import { actionAt, type ButtonPlace, shellCommandOf } from '@berth/contract/profile/button-actions';
import { BridgeProblem } from '../bridge/problem.ts';
import { sendWebhook } from '../features/buttons/webhook.ts';
import type { AppliedProfile } from '../features/profile/shown.ts';
import type { Power } from '../system/ports/power.ts';

interface Means {
  readonly power: Power;
  readonly allowPrivateWebhooks: boolean;
  /** Asks the cloud to run the button's command; resolves when it has run. */
  readonly askCloud: (applied: AppliedProfile, place: ButtonPlace) => Promise<void>;
}

/** Runs the action of a dashboard's button (spec chapter 3, Button widget). */
export async function pressButton(
  applied: AppliedProfile | null,
  place: ButtonPlace,
  { power, allowPrivateWebhooks, askCloud }: Means,
): Promise<void> {
  const action = applied ? actionAt(applied.definition, place) : undefined;
  if (action?.webhook && action.type === 'webhook') return sendWebhook(action.webhook, allowPrivateWebhooks);
  if (applied && shellCommandOf(action) !== undefined) return askCloud(applied, place);
  const system = action?.type === 'system' ? action.system : undefined;
  switch (system?.action) {
    case 'power-off':
      return power.powerOff();
    case 'power-reboot':
      return power.reboot();
    default:
      throw new BridgeProblem('not-found', 'There is no such button.');
  }
}
