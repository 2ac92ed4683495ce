import type { CommandType } from '@berth/contract/rules/commands';
import { factoryReset } from './factory-reset.ts';
import type { CommandHandler } from './handler.ts';
import { notify } from './notify.ts';
import { powerOff } from './power-off.ts';
import { reboot } from './reboot.ts';
import { remote } from './remote.ts';
import { runShellCommand } from './shell.ts';
import { triggerUpdate } from './trigger-update.ts';
import { uploadDebugFile } from './upload-debug-file.ts';
import { wake } from './wake.ts';

/** The handler of each command type. */
export const HANDLERS: { readonly [C in CommandType]: CommandHandler<C> } = {
  notify,
  reboot,
  'power-off': powerOff,
  'trigger-update': triggerUpdate,
  wake,
  shell: runShellCommand,
  'factory-reset': factoryReset,
  remote,
  'upload-debug-file': uploadDebugFile,
};
