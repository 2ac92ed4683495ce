import { paths } from '@berth/web/paths/paths.ts';
import { type Screen, screenAt } from '@berth/web/paths/screens.ts';

/** The page of the guide for each page of the console, and the section where it begins. */
export const PLACES = {
  'organization-select': 'index#organization',
  organization: 'index#organization',
  overview: 'index#overview',
  machines: 'find-a-machine',
  machine: 'reboot-a-machine',
  remote: 'remote-control',
  profiles: 'create-a-profile',
  profile: 'add-a-web-app',
  layers: 'index#layers',
  layer: 'index#layers',
  rollouts: 'index#rollouts',
  rollout: 'index#rollouts',
  os: 'index#berth-os',
  'os-version': 'index#berth-os',
  schedules: 'reboot-many-machines#reboot-on-a-schedule',
  enrollment: 'add-a-machine',
  users: 'invite-a-colleague',
  billing: 'index#credits',
  authentication: 'index#machine-login',
  audit: 'index#audit-log',
  'api-keys': 'index#api-keys',
  webhooks: 'index#webhooks',
  webhook: 'index#webhooks',
  account: 'index#your-account',
  'open-invoices': 'index#open-invoices',
  server: 'index#server',
  'product-ids': 'index#product-ids',
} as const satisfies Partial<Record<Screen, string>>;

/** The path of the guide for a page of the console; the guide's first page for any other. */
export function guideFor(pathname: string, search: string): string {
  const screen = screenAt(pathname);
  if (screen === 'machine' && new URLSearchParams(search).get('tab') === 'logs') return paths.guide('read-logs');
  return paths.guide(screen !== undefined && screen in PLACES ? PLACES[screen as keyof typeof PLACES] : 'index');
}
