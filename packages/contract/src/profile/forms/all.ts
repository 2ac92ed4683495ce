import { appManagerForm, mirrorForm, sipForm } from './apps.ts';
import type { SettingsForm } from './form.ts';
import { customizationForm, dashboardForm, screensaverForm } from './home.ts';
import { dnsForm, openVpnForm, wifiForm } from './network.ts';
import { flexForm, organizationAuthForm, smartconferenceForm } from './outside-profile.ts';
import { autostartForm, browserForm, kioskForm, rdpForm, webappForm } from './sessions.ts';
import { accessibilityForm, authForm, clockForm, displaysForm, remoteForm, themeForm, updatesForm } from './system.ts';

/** Every settings form by ID (spec chapter 2, and what its profile has besides). */
export const SETTINGS_FORMS = {
  accessibility: accessibilityForm,
  'app-manager': appManagerForm,
  auth: authForm,
  autostart: autostartForm,
  clock: clockForm,
  customization: customizationForm,
  dashboard: dashboardForm,
  displays: displaysForm,
  kiosk: kioskForm,
  'machine/flex': flexForm,
  'machine/smartconference': smartconferenceForm,
  mirror: mirrorForm,
  'network/dns': dnsForm,
  'network/vpn/openvpn': openVpnForm,
  'network/wifi': wifiForm,
  'organization/auth': organizationAuthForm,
  remote: remoteForm,
  screensaver: screensaverForm,
  'sessions/browser': browserForm,
  'sessions/rdp': rdpForm,
  'sessions/webapp': webappForm,
  sip: sipForm,
  theme: themeForm,
  updates: updatesForm,
} as const satisfies Record<string, SettingsForm>;
export type FormId = keyof typeof SETTINGS_FORMS;
