import { dashboardForm } from '../../profile/forms/home.ts';
import { type AppCatalogEntry, NO_SESSIONS, paid, settingsForm, symbolIcon } from '../entry.ts';

/** Widgets in the Info Section. */
export const dashboard: AppCatalogEntry = {
  category: 'thinhoc',
  beta: false,
  icon: symbolIcon('layout-dashboard'),
  pricing: paid(4, 'smartconference'),
  defaultInstances: { enabled: true },
  definition: NO_SESSIONS,
  settingsForm: settingsForm(dashboardForm),
};
