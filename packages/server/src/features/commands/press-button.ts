import type { ButtonPress } from '@berth/contract/device/messages';
import type { MachineId, OrganizationId } from '@berth/contract/ids';
import { actionAt, shellCommandOf } from '@berth/contract/profile/button-actions';
import type { ProfileDefinition } from '@berth/contract/profile/definition';
import type { Database, Tx } from '../../db/connection.ts';
import { inTenant } from '../../db/transaction.ts';
import type { GatewayPorts, MachineKey, PressError } from '../../gateway/ports.ts';
import { ApiError } from '../../http/api-error.ts';
import type { CommandDeps } from './deps.ts';
import { ShellPermit } from './policy.ts';
import { queueShellCommand } from './queue-command.ts';
import { countPresses } from './store.ts';

/** More than a user presses; limits the audit log entries of a faulty machine. */
const PRESSES_A_MINUTE = 20;

export interface PressDeps extends Pick<CommandDeps, 'bus' | 'presence' | 'lineTo' | 'recordWork' | 'shellAllowed'> {
  readonly db: Database;
  /** The profile that the machine should show; undefined without a profile or machine. */
  readonly shownProfile: (
    tx: Tx,
    machine: { readonly organizationId: OrganizationId; readonly machineId: MachineId },
  ) => Promise<ShownProfile | undefined>;
}

export interface ShownProfile {
  readonly id: string;
  readonly revision: number;
  /** Distinguishes contents of the same revision that layers have changed. */
  readonly digest: string | undefined;
  readonly machineName: string;
  readonly definition: ProfileDefinition;
}

/**
 * Handles a pressed shell button. The command comes from the saved profile, and saving it required the permission. The
 * organization's setting is checked again, and the audit entry is written before the machine receives the command.
 */
export function pressPort(deps: PressDeps): GatewayPorts['pressButton'] {
  return async (machine, press) => {
    const later: (() => void)[] = [];
    try {
      await inTenant(deps.db, machine, (tx) => queuePress(deps, tx, machine, press, (run) => later.push(run)));
    } catch (error) {
      if (error instanceof ApiError) return { code: error.code, message: error.message } satisfies PressError;
      throw error;
    }
    for (const run of later) run();
    return undefined;
  };
}

async function queuePress(
  deps: PressDeps,
  tx: Tx,
  machine: MachineKey,
  { id, layout, item, profileId, revision, digest }: ButtonPress,
  afterCommit: (run: () => void) => void,
): Promise<void> {
  const { organizationId, machineId } = machine;
  const shown = await deps.shownProfile(tx, machine);
  if (shown?.id !== profileId || shown.revision !== revision || shown.digest !== digest) {
    throw new ApiError('revision-conflict', 'The machine shows a different revision of its profile.');
  }
  const command = shellCommandOf(actionAt(shown.definition, { layout, item }));
  if (command === undefined) throw new ApiError('not-found', 'Button not found in this profile.');
  const permit = await ShellPermit.ofOrganization(deps, tx, organizationId);
  if ((await countPresses(tx, machine)) >= PRESSES_A_MINUTE) {
    throw new ApiError(
      'rate-limited',
      `Shell buttons of a machine can run at most ${PRESSES_A_MINUTE} times per minute.`,
    );
  }
  await deps.recordWork(tx, organizationId, {
    action: 'machineActions.buttonPressed',
    actor: { kind: 'machine', name: machineId },
    target: { kind: 'machine', id: machineId },
    after: { command, profileId, revision, layout, item },
  });
  const call = { tx, organizationId, params: { id: machineId }, afterCommit };
  await queueShellCommand(deps, call, permit, {
    authorId: null,
    author: shown.machineName || machineId,
    payload: { command, press: id },
  });
}
