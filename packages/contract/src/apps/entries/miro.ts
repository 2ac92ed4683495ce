import { type AppCatalogEntry, symbolIcon, webPage } from '../entry.ts';

const icon = symbolIcon('note', '#5F3DC4');

/** A board for whole teams. */
export const miro: AppCatalogEntry = {
  category: 'collaboration',
  beta: false,
  icon,
  pricing: { type: 'free' },
  defaultInstances: { enabled: true },
  definition: webPage({ display_name: 'Miro', url: 'https://miro.com/app/', icon }),
};
