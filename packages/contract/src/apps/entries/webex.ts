import { type AppCatalogEntry, symbolIcon, webPage } from '../entry.ts';

const icon = symbolIcon('device-computer-camera', '#07607A');

/** Cisco's meeting service, in the browser. */
export const webex: AppCatalogEntry = {
  category: 'communication',
  beta: false,
  icon,
  pricing: { type: 'free' },
  defaultInstances: { enabled: true },
  definition: webPage({ display_name: 'Webex', url: 'https://web.webex.com/', icon }),
};
