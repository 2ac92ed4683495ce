/** The product's own apps. */
import { mirrorForm, sipForm } from '../../profile/forms/apps.ts';
import { dashboardForm } from '../../profile/forms/home.ts';
import { rdpForm } from '../../profile/forms/sessions.ts';
import { type AppCatalogEntry, NO_SESSIONS, paid, settingsForm, symbolIcon, webPage } from '../entry.ts';

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

/** Screen mirroring of other devices. */
export const mirroring: AppCatalogEntry = {
  category: 'thinhoc',
  beta: false,
  icon: symbolIcon('screen-share'),
  pricing: paid(6, 'smartconference'),
  defaultInstances: { enabled: true },
  definition: NO_SESSIONS,
  settingsForm: settingsForm(mirrorForm),
};

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

/** The shared whiteboard; has no settings. */
export const whiteboard: AppCatalogEntry = {
  category: 'thinhoc',
  beta: false,
  icon: symbolIcon('chalkboard'),
  pricing: paid(4, 'smartconference'),
  defaultInstances: { enabled: true },
  definition: NO_SESSIONS,
};

const hostedDesktopIcon = symbolIcon('device-desktop', '#0F6CBD');

/** A cloud desktop, in the browser. */
export const hostedDesktop: AppCatalogEntry = {
  category: 'thinhoc',
  beta: true,
  icon: hostedDesktopIcon,
  pricing: paid(6),
  defaultInstances: { enabled: true },
  definition: webPage({
    display_name: 'Windows App',
    url: 'https://windows.cloud.microsoft/',
    icon: hostedDesktopIcon,
  }),
};
