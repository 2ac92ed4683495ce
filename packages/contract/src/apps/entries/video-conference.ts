import { type AppCatalogEntry, settingsForm, symbolIcon, webPage } from '../entry.ts';
import { serverForm } from '../server-form.ts';

const icon = symbolIcon('users', '#17579A');

/** A room on a video-conference server, one's own or a public one. */
export const videoConference: AppCatalogEntry = {
  category: 'communication',
  beta: false,
  icon,
  pricing: { type: 'free' },
  defaultInstances: { enabled: true },
  definition: webPage({ display_name: 'Jitsi Meet', url: '{{PROTOCOL}}://{{SERVER_NAME}}/{{ROOM}}', icon }),
  settingsForm: settingsForm(serverForm('thinhoc::video-conference', ['PROTOCOL', 'SERVER_NAME', 'ROOM'])),
};
