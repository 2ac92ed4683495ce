import type account from './eng/account.json';
import type apps from './eng/apps.json';
import type audit from './eng/audit.json';
import type billing from './eng/billing.json';
import type calendar from './eng/calendar.json';
import type calls from './eng/calls.json';
import type common from './eng/common.json';
import type console from './eng/console.json';
import type errors from './eng/errors.json';
import type forms from './eng/forms.json';
import type greeter from './eng/greeter.json';
import type identity from './eng/identity.json';
import type keys from './eng/keys.json';
import type machines from './eng/machines.json';
import type members from './eng/members.json';
import type mirror from './eng/mirror.json';
import type palette from './eng/palette.json';
import type products from './eng/products.json';
import type profile from './eng/profile.json';
import type remote from './eng/remote.json';
import type rollouts from './eng/rollouts.json';
import type screens from './eng/screens.json';
import type session from './eng/session.json';
import type whiteboard from './eng/whiteboard.json';
import type wizard from './eng/wizard.json';

interface Files {
  calendar: typeof calendar;
  calls: typeof calls;
  common: typeof common;
  identity: typeof identity;
  console: typeof console;
  forms: typeof forms;
  machines: typeof machines;
  mirror: typeof mirror;
  rollouts: typeof rollouts;
  products: typeof products;
  profile: typeof profile;
  apps: typeof apps;
  session: typeof session;
  remote: typeof remote;
  screens: typeof screens;
  whiteboard: typeof whiteboard;
  greeter: typeof greeter;
  wizard: typeof wizard;
  errors: typeof errors;
  members: typeof members;
  billing: typeof billing;
  account: typeof account;
  audit: typeof audit;
  keys: typeof keys;
  palette: typeof palette;
}

/** A locale file: its texts are loaded together, and its name starts each of its keys. */
export type Area = keyof Files;

/** All text keys: an unknown key does not compile. */
export type MessageKey = { [A in Area]: Extract<keyof Files[A], string> }[Area];
