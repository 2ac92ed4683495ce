import * as commandBatches from './command-batches.ts';
import * as debugFiles from './debug-files.ts';
import * as enrollment from './enrollment.ts';
import * as fleet from './fleet.ts';
import * as machineActions from './machine-actions.ts';
import * as machines from './machines.ts';
import * as os from './os.ts';
import * as schedules from './schedules.ts';
import * as tagRules from './tag-rules.ts';

/** The declared endpoints about machines, by area. */
export const MACHINE_AREAS = {
  machines,
  machineActions,
  fleet,
  os,
  debugFiles,
  enrollment,
  tagRules,
  commandBatches,
  schedules,
} as const;
