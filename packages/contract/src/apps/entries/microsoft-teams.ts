import { type AppCatalogEntry, symbolIcon, webPage } from '../entry.ts';

const icon = symbolIcon('brand-teams', '#5059C9');

/** Microsoft's meeting service, in the browser. */
export const microsoftTeams: AppCatalogEntry = {
  category: 'communication',
  beta: false,
  icon,
  pricing: { type: 'free' },
  defaultInstances: { enabled: true },
  definition: webPage({ display_name: 'Microsoft Teams', url: 'https://teams.microsoft.com/v2/', icon }),
};
