import { type AppCatalogEntry, symbolIcon, webPage } from '../entry.ts';

const icon = symbolIcon('video', '#00796B');

/** Google's meeting service, in the browser. */
export const googleMeet: AppCatalogEntry = {
  category: 'communication',
  beta: false,
  icon,
  pricing: { type: 'free' },
  defaultInstances: { enabled: true },
  definition: webPage({ display_name: 'Google Meet', url: 'https://meet.google.com/', icon }),
};
