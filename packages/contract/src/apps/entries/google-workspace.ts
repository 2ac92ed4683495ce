import { type AppCatalogEntry, symbolIcon, webPage } from '../entry.ts';

const icon = symbolIcon('brand-google-drive', '#1A73E8');

/** Google's office suite. */
export const googleWorkspace: AppCatalogEntry = {
  category: 'collaboration',
  beta: false,
  icon,
  pricing: { type: 'free' },
  defaultInstances: { enabled: true },
  definition: webPage({ display_name: 'Google Workspace', url: 'https://workspace.google.com/dashboard', icon }),
};
