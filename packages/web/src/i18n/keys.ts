/** The locale files, as `contract/texts` has them in each language. */
interface Files {
  account: typeof import('@berth/contract/texts/eng/account.json');
  apps: typeof import('@berth/contract/texts/eng/apps.json');
  audit: typeof import('@berth/contract/texts/eng/audit.json');
  billing: typeof import('@berth/contract/texts/eng/billing.json');
  calendar: typeof import('@berth/contract/texts/eng/calendar.json');
  calls: typeof import('@berth/contract/texts/eng/calls.json');
  common: typeof import('@berth/contract/texts/eng/common.json');
  console: typeof import('@berth/contract/texts/eng/console.json');
  errors: typeof import('@berth/contract/texts/eng/errors.json');
  forms: typeof import('@berth/contract/texts/eng/forms.json');
  greeter: typeof import('@berth/contract/texts/eng/greeter.json');
  identity: typeof import('@berth/contract/texts/eng/identity.json');
  keys: typeof import('@berth/contract/texts/eng/keys.json');
  machines: typeof import('@berth/contract/texts/eng/machines.json');
  members: typeof import('@berth/contract/texts/eng/members.json');
  mirror: typeof import('@berth/contract/texts/eng/mirror.json');
  palette: typeof import('@berth/contract/texts/eng/palette.json');
  products: typeof import('@berth/contract/texts/eng/products.json');
  profile: typeof import('@berth/contract/texts/eng/profile.json');
  remote: typeof import('@berth/contract/texts/eng/remote.json');
  rollouts: typeof import('@berth/contract/texts/eng/rollouts.json');
  screens: typeof import('@berth/contract/texts/eng/screens.json');
  server: typeof import('@berth/contract/texts/eng/server.json');
  session: typeof import('@berth/contract/texts/eng/session.json');
  whiteboard: typeof import('@berth/contract/texts/eng/whiteboard.json');
  wizard: typeof import('@berth/contract/texts/eng/wizard.json');
}

/** A locale file: its texts are loaded together, and its name starts each of its keys. */
export type Area = keyof Files;

/** All text keys: an unknown key does not compile. */
export type MessageKey = { [A in Area]: Extract<keyof Files[A], `${A}.${string}`> }[Area];
