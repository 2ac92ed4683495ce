import * as account from './account.ts';
import * as apiKeys from './api-keys.ts';
import * as audit from './audit.ts';
import * as billing from './billing.ts';
import * as changes from './changes.ts';
import * as commandBatches from './command-batches.ts';
import * as debugFiles from './debug-files.ts';
import * as enrollment from './enrollment.ts';
import * as fleet from './fleet.ts';
import * as identity from './identity.ts';
import * as impact from './impact.ts';
import * as layers from './layers.ts';
import * as machineActions from './machine-actions.ts';
import * as machines from './machines.ts';
import * as members from './members.ts';
import * as organizationSettings from './organization-settings.ts';
import * as organizations from './organizations.ts';
import * as os from './os.ts';
import * as productIds from './product-ids.ts';
import * as profiles from './profiles.ts';
import * as rollouts from './rollouts.ts';
import * as schedules from './schedules.ts';
import * as service from './service.ts';
import * as signaling from './signaling.ts';
import * as webhooks from './webhooks.ts';

/** The declared endpoints by area. */
export const AREAS = {
  service,
  identity,
  account,
  organizations,
  members,
  organizationSettings,
  profiles,
  layers,
  impact,
  rollouts,
  machines,
  machineActions,
  fleet,
  os,
  debugFiles,
  enrollment,
  productIds,
  commandBatches,
  schedules,
  signaling,
  audit,
  billing,
  apiKeys,
  webhooks,
  changes,
} as const;
