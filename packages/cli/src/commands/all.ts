import type { Command } from '../command.ts';
import { asCodeCommands } from './as-code.ts';
import { batchCommands } from './batches.ts';
import { importCommands } from './import.ts';
import { machineCommands } from './machines.ts';
import { organizationCommands } from './organizations.ts';
import { osCommands } from './os.ts';
import { profileCommands } from './profiles.ts';
import { sessionCommands } from './session.ts';

/** Every command; help and completion are generated from them. */
export const COMMANDS: readonly Command[] = [
  ...sessionCommands,
  ...organizationCommands,
  ...machineCommands,
  ...batchCommands,
  ...profileCommands,
  ...importCommands,
  ...asCodeCommands,
  ...osCommands,
];

/** Accepted singular and short forms of command groups. */
export const ALIASES: Readonly<Record<string, string>> = {
  organization: 'organizations',
  org: 'organizations',
  orgs: 'organizations',
  machine: 'machines',
  command: 'commands',
  profile: 'profiles',
};
