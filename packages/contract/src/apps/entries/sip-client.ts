import { sipForm } from '../../profile/forms/apps.ts';
import { type AppCatalogEntry, NO_SESSIONS, paid, settingsForm, symbolIcon } from '../entry.ts';

/** Phone calls. */
export const sipClient: AppCatalogEntry = {
  category: 'thinhoc',
  beta: false,
  icon: symbolIcon('phone'),
  pricing: paid(5, 'smartconference'),
  defaultInstances: { enabled: true },
  definition: NO_SESSIONS,
  settingsForm: settingsForm(sipForm),
};
