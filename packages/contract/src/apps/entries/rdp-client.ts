import { rdpForm } from '../../profile/forms/sessions.ts';
import { type AppCatalogEntry, NO_SESSIONS, paid, settingsForm, symbolIcon } from '../entry.ts';

/** Remote desktops. */
export const rdpClient: AppCatalogEntry = {
  category: 'thinhoc',
  beta: true,
  icon: symbolIcon('device-desktop-share'),
  pricing: paid(6),
  requiresDeployment: 'flex',
  defaultInstances: { enabled: true },
  definition: NO_SESSIONS,
  settingsForm: settingsForm(rdpForm),
};
