import { type AppCatalogEntry, NO_SESSIONS, paid, symbolIcon } from '../entry.ts';

/** Drawing together; there is nothing to set. */
export const whiteboard: AppCatalogEntry = {
  category: 'thinhoc',
  beta: false,
  icon: symbolIcon('chalkboard'),
  pricing: paid(4, 'smartconference'),
  defaultInstances: { enabled: true },
  definition: NO_SESSIONS,
};
