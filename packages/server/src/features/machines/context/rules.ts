import { MachineContext } from '@berth/contract/profile/machine-settings';
import { settingsDocument } from '../../../platform/settings-document.ts';

/** The settings of one machine alone: a machine starts with nothing of its own, which stands for every default. */
export const machineContext = settingsDocument(MachineContext);
