import * as account from './account.ts';
import * as apiKeys from './api-keys.ts';
import * as audit from './audit.ts';
import * as billing from './billing.ts';
import * as changes from './changes.ts';
import * as identity from './identity.ts';
import * as impact from './impact.ts';
import * as layers from './layers.ts';
import { MACHINE_AREAS } from './machine-areas.ts';
import * as members from './members.ts';
import * as organizationSettings from './organization-settings.ts';
import * as organizations from './organizations.ts';
import * as productIds from './product-ids.ts';
import * as profiles from './profiles.ts';
import * as rollouts from './rollouts.ts';
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
  ...MACHINE_AREAS,
  productIds,
  signaling,
  audit,
  billing,
  apiKeys,
  webhooks,
  changes,
} as const;
