/** Collaboration apps. */
import { type AppCatalogEntry, serverForm, settingsForm, symbolIcon, webPage } from '../entry.ts';

const microsoft365Icon = symbolIcon('brand-office', '#B7472A');

/** Microsoft's office suite. */
export const microsoft365: AppCatalogEntry = {
  category: 'collaboration',
  beta: false,
  icon: microsoft365Icon,
  pricing: { type: 'free' },
  defaultInstances: { enabled: true },
  definition: webPage({ display_name: 'Microsoft 365', url: 'https://m365.cloud.microsoft/', icon: microsoft365Icon }),
};

const googleWorkspaceIcon = symbolIcon('brand-google-drive', '#1A73E8');

/** Google's office suite. */
export const googleWorkspace: AppCatalogEntry = {
  category: 'collaboration',
  beta: false,
  icon: googleWorkspaceIcon,
  pricing: { type: 'free' },
  defaultInstances: { enabled: true },
  definition: webPage({
    display_name: 'Google Workspace',
    url: 'https://workspace.google.com/dashboard',
    icon: googleWorkspaceIcon,
  }),
};

const nextcloudIcon = symbolIcon('brand-nextcloud', '#00639A');

/** Files, calendars and calls on the organization's own server. */
export const nextcloud: AppCatalogEntry = {
  category: 'collaboration',
  beta: false,
  icon: nextcloudIcon,
  pricing: { type: 'free' },
  defaultInstances: { enabled: true },
  definition: webPage({ display_name: 'Nextcloud', url: '{{PROTOCOL}}://{{SERVER_NAME}}/', icon: nextcloudIcon }),
  settingsForm: settingsForm(serverForm('thinhoc::nextcloud', ['PROTOCOL', 'SERVER_NAME'])),
};

const miroIcon = symbolIcon('note', '#5F3DC4');

/** A team board. */
export const miro: AppCatalogEntry = {
  category: 'collaboration',
  beta: false,
  icon: miroIcon,
  pricing: { type: 'free' },
  defaultInstances: { enabled: true },
  definition: webPage({ display_name: 'Miro', url: 'https://miro.com/app/', icon: miroIcon }),
};
