import { type AppCatalogEntry, symbolIcon, webPage } from '../entry.ts';

const icon = symbolIcon('brand-zoom', '#0B5CFF');

/** Zoom's meeting service, in the browser. */
export const zoom: AppCatalogEntry = {
  category: 'communication',
  beta: false,
  icon,
  pricing: { type: 'free' },
  defaultInstances: { enabled: true },
  definition: webPage({ display_name: 'Zoom', url: 'https://app.zoom.us/wc/home', icon }),
};
