import { type AppCatalogEntry, settingsForm, symbolIcon, webPage } from '../entry.ts';
import { serverForm } from '../server-form.ts';

const icon = symbolIcon('door-enter', '#2B6A4D');

/** The page on which people enter the number of a meeting they were invited to. */
export const joinMeeting: AppCatalogEntry = {
  category: 'communication',
  beta: false,
  icon,
  pricing: { type: 'free' },
  defaultInstances: { enabled: true },
  definition: webPage({ display_name: 'Join a meeting', url: '{{PROTOCOL}}://{{SERVER_NAME}}/{{ROOM}}', icon }),
  settingsForm: settingsForm(serverForm('thinhoc::join-meeting', ['PROTOCOL', 'SERVER_NAME', 'ROOM'])),
};
