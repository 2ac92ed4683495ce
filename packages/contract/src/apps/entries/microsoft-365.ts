import { type AppCatalogEntry, symbolIcon, webPage } from '../entry.ts';

const icon = symbolIcon('brand-office', '#B7472A');

/** Microsoft's office suite. */
export const microsoft365: AppCatalogEntry = {
  category: 'collaboration',
  beta: false,
  icon,
  pricing: { type: 'free' },
  defaultInstances: { enabled: true },
  definition: webPage({ display_name: 'Microsoft 365', url: 'https://m365.cloud.microsoft/', icon }),
};
