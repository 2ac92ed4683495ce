import { mirrorForm } from '../../profile/forms/apps.ts';
import { type AppCatalogEntry, NO_SESSIONS, paid, settingsForm, symbolIcon } from '../entry.ts';

/** Showing other devices' screens on the machine. */
export const mirroring: AppCatalogEntry = {
  category: 'thinhoc',
  beta: false,
  icon: symbolIcon('screen-share'),
  pricing: paid(6, 'smartconference'),
  defaultInstances: { enabled: true },
  definition: NO_SESSIONS,
  settingsForm: settingsForm(mirrorForm),
};
