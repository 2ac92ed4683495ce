import { accessibilityForm } from './accessibility.ts';
import { appManagerForm } from './app-manager.ts';
import { authForm } from './auth.ts';
import { autostartForm } from './autostart.ts';
import { clockForm } from './clock.ts';
import { customizationForm } from './customization.ts';
import { dashboardForm } from './dashboard.ts';
import type { SettingsForm } from './form.ts';
import { kioskForm } from './kiosk.ts';
import { flexForm, smartconferenceForm } from './machine.ts';
import { mirrorForm } from './mirror.ts';
import { dnsForm } from './network-dns.ts';
import { openVpnForm } from './network-openvpn.ts';
import { wifiForm } from './network-wifi.ts';
import { organizationAuthForm } from './organization-auth.ts';
import { remoteForm } from './remote.ts';
import { screensaverForm } from './screensaver.ts';
import { browserForm } from './sessions-browser.ts';
import { rdpForm } from './sessions-rdp.ts';
import { webappForm } from './sessions-webapp.ts';
import { sipForm } from './sip.ts';
import { themeForm } from './theme.ts';

/** Every settings form by its id (spec chapter 2; kiosk, autostart, rdp, sip, mirror, remote, clock, dashboard and theme are added). */
export const SETTINGS_FORMS = {
  accessibility: accessibilityForm,
  'app-manager': appManagerForm,
  auth: authForm,
  autostart: autostartForm,
  clock: clockForm,
  customization: customizationForm,
  dashboard: dashboardForm,
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
} as const satisfies Record<string, SettingsForm>;
export type FormId = keyof typeof SETTINGS_FORMS;
