import { type AppCatalogEntry, paid, symbolIcon, webPage } from '../entry.ts';

const icon = symbolIcon('device-desktop', '#0F6CBD');

/** A desktop in the cloud, in the browser. */
export const hostedDesktop: AppCatalogEntry = {
  category: 'thinhoc',
  beta: true,
  icon,
  pricing: paid(6),
  defaultInstances: { enabled: true },
  definition: webPage({ display_name: 'Windows App', url: 'https://windows.cloud.microsoft/', icon }),
};
