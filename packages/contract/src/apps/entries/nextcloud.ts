import { type AppCatalogEntry, settingsForm, symbolIcon, webPage } from '../entry.ts';
import { serverForm } from '../server-form.ts';

const icon = symbolIcon('brand-nextcloud', '#00639A');

/** Files, calendars and calls on a server of one's own. */
export const nextcloud: AppCatalogEntry = {
  category: 'collaboration',
  beta: false,
  icon,
  pricing: { type: 'free' },
  defaultInstances: { enabled: true },
  definition: webPage({ display_name: 'Nextcloud', url: '{{PROTOCOL}}://{{SERVER_NAME}}/', icon }),
  settingsForm: settingsForm(serverForm('thinhoc::nextcloud', ['PROTOCOL', 'SERVER_NAME'])),
};
