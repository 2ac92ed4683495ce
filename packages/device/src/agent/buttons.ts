import type { ProfileDefinition } from '@berth/contract/profile/definition';
import { BridgeProblem } from '../bridge/problem.ts';
import { actionAt, type ButtonPlace } from '../features/buttons/button.ts';
import { sendWebhook } from '../features/buttons/webhook.ts';
import type { Power } from '../system/ports/power.ts';
import type { Shell } from '../system/ports/shell.ts';

/** Runs the action of a dashboard's button (spec chapter 3, Button widget). */
export async function pressButton(
  definition: ProfileDefinition | undefined,
  place: ButtonPlace,
  { power, shell, allowPrivateWebhooks }: { power: Power; shell: Shell; allowPrivateWebhooks: boolean },
): Promise<void> {
  const action = definition && actionAt(definition, place);
  if (action?.webhook && action.type === 'webhook') return sendWebhook(action.webhook, allowPrivateWebhooks);
  const system = action?.type === 'system' ? action.system : undefined;
  switch (system?.action) {
    case 'power-off':
      return power.powerOff();
    case 'power-reboot':
      return power.reboot();
    case 'shell':
      await shell.run(system.arguments.map(quoted).join(' '));
      return;
    default:
      throw new BridgeProblem('not-found', 'There is no such button.');
  }
}

// The profile has a command and its arguments, not a script: each stays one word.
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
