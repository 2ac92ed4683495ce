/** Meeting apps: rooms on one's own server, and common services. */
import { type AppCatalogEntry, serverForm, settingsForm, symbolIcon, webPage } from '../entry.ts';

const videoConferenceIcon = symbolIcon('users', '#17579A');

/** A room on a video conference server, one's own or a public one. */
export const videoConference: AppCatalogEntry = {
  category: 'communication',
  beta: false,
  icon: videoConferenceIcon,
  pricing: { type: 'free' },
  defaultInstances: { enabled: true },
  definition: webPage({
    display_name: 'Jitsi Meet',
    url: '{{PROTOCOL}}://{{SERVER_NAME}}/{{ROOM}}',
    icon: videoConferenceIcon,
  }),
  settingsForm: settingsForm(serverForm('thinhoc::video-conference', ['PROTOCOL', 'SERVER_NAME', 'ROOM'])),
};

const joinMeetingIcon = symbolIcon('door-enter', '#2B6A4D');

/** The page where users enter a meeting's number. */
export const joinMeeting: AppCatalogEntry = {
  category: 'communication',
  beta: false,
  icon: joinMeetingIcon,
  pricing: { type: 'free' },
  defaultInstances: { enabled: true },
  definition: webPage({
    display_name: 'Join a meeting',
    url: '{{PROTOCOL}}://{{SERVER_NAME}}/{{ROOM}}',
    icon: joinMeetingIcon,
  }),
  settingsForm: settingsForm(serverForm('thinhoc::join-meeting', ['PROTOCOL', 'SERVER_NAME', 'ROOM'])),
};

const microsoftTeamsIcon = symbolIcon('brand-teams', '#5059C9');

/** Microsoft's meeting service, in the browser. */
export const microsoftTeams: AppCatalogEntry = {
  category: 'communication',
  beta: false,
  icon: microsoftTeamsIcon,
  pricing: { type: 'free' },
  defaultInstances: { enabled: true },
  definition: webPage({
    display_name: 'Microsoft Teams',
    url: 'https://teams.microsoft.com/v2/',
    icon: microsoftTeamsIcon,
  }),
};

const zoomIcon = symbolIcon('brand-zoom', '#0B5CFF');

/** Zoom's meeting service, in the browser. */
export const zoom: AppCatalogEntry = {
  category: 'communication',
  beta: false,
  icon: zoomIcon,
  pricing: { type: 'free' },
  defaultInstances: { enabled: true },
  definition: webPage({ display_name: 'Zoom', url: 'https://app.zoom.us/wc/home', icon: zoomIcon }),
};

const googleMeetIcon = symbolIcon('video', '#00796B');

/** Google's meeting service, in the browser. */
export const googleMeet: AppCatalogEntry = {
  category: 'communication',
  beta: false,
  icon: googleMeetIcon,
  pricing: { type: 'free' },
  defaultInstances: { enabled: true },
  definition: webPage({ display_name: 'Google Meet', url: 'https://meet.google.com/', icon: googleMeetIcon }),
};

const webexIcon = symbolIcon('device-computer-camera', '#07607A');

/** Cisco's meeting service, in the browser. */
export const webex: AppCatalogEntry = {
  category: 'communication',
  beta: false,
  icon: webexIcon,
  pricing: { type: 'free' },
  defaultInstances: { enabled: true },
  definition: webPage({ display_name: 'Webex', url: 'https://web.webex.com/', icon: webexIcon }),
};
