import type { FormId } from '@berth/contract/profile/forms/all';
import type { SessionType } from '@berth/contract/profile/sessions';
import type { MessageKey } from '@berth/web/i18n/keys.ts';
import type { TablerIcon } from '@tabler/icons-react';
import {
  IconAccessible,
  IconApps,
  IconBrowser,
  IconCast,
  IconClock,
  IconDeviceDesktopAnalytics,
  IconDeviceRemote,
  IconLayoutGrid,
  IconLock,
  IconMaximize,
  IconMoon,
  IconNetwork,
  IconPalette,
  IconPhone,
  IconPlayerPlay,
  IconPresentation,
  IconShieldLock,
  IconWifi,
  IconWindow,
} from '@tabler/icons-react';

export interface FormEntry {
  readonly id: FormId;
  readonly label: MessageKey;
  readonly icon: TablerIcon;
  /** JSON pointer of the part of the definition that it edits: assigns faults and changes to forms. */
  readonly pointer: string;
}

interface FormGroup {
  readonly label: MessageKey;
  readonly forms: readonly FormEntry[];
}

const SESSION_ENTRIES: Readonly<Record<SessionType, FormEntry>> = {
  webapp: entry('sessions/webapp', 'console.form.webapp', IconWindow, '/thinhoc/sessions/webapp'),
  webbrowser: entry('sessions/browser', 'console.form.browser', IconBrowser, '/thinhoc/sessions/webbrowser'),
  rdp: entry('sessions/rdp', 'console.form.rdp', IconDeviceDesktopAnalytics, '/thinhoc/sessions/rdp'),
};

/** The forms of a profile as the editor lists them (spec chapter 2). */
export const FORM_GROUPS: readonly FormGroup[] = [
  {
    label: 'console.forms.home',
    forms: [
      entry('customization', 'console.form.customization', IconPalette, '/thinhoc/customization'),
      entry('dashboard', 'console.form.dashboard', IconLayoutGrid, '/thinhoc/customization/dashboard'),
      entry('theme', 'console.form.theme', IconMoon, '/system/customization'),
      entry('screensaver', 'console.form.screensaver', IconPresentation, '/thinhoc/screensaver'),
    ],
  },
  {
    label: 'console.forms.apps',
    forms: [
      ...Object.values(SESSION_ENTRIES),
      entry('app-manager', 'console.form.apps', IconApps, '/thinhoc/apps'),
      entry('autostart', 'console.form.autostart', IconPlayerPlay, '/thinhoc/autostart'),
      entry('kiosk', 'console.form.kiosk', IconMaximize, '/thinhoc/kiosk'),
    ],
  },
  {
    label: 'console.forms.communication',
    forms: [
      entry('mirror', 'console.form.mirror', IconCast, '/thinhoc/mirror'),
      entry('sip', 'console.form.sip', IconPhone, '/thinhoc/sip'),
    ],
  },
  {
    label: 'console.forms.system',
    forms: [
      entry('auth', 'console.form.auth', IconLock, '/system/auth'),
      entry('accessibility', 'console.form.accessibility', IconAccessible, '/system/accessibility'),
      entry('clock', 'console.form.clock', IconClock, '/system/clock'),
      entry('remote', 'console.form.remote', IconDeviceRemote, '/system/remote'),
      entry('network/wifi', 'console.form.wifi', IconWifi, '/system/network/wifi'),
      entry('network/dns', 'console.form.dns', IconNetwork, '/system/network'),
      entry('network/vpn/openvpn', 'console.form.openvpn', IconShieldLock, '/system/network/vpn/openvpn'),
    ],
  },
];

const FORMS = FORM_GROUPS.flatMap(({ forms }) => forms);

/** The form that is open at first (spec chapter 2). */
export const FORM_AT_FIRST: FormId = 'customization';

/** The form for an ID in the URL; undefined if unknown. */
export function formById(id: string | null): FormEntry | undefined {
  return FORMS.find((form) => form.id === id);
}

/** The form that edits the value at a pointer: the one with the longest matching part. */
export function formAt(pointer: string): FormEntry | undefined {
  const holding = FORMS.filter((form) => pointer === form.pointer || pointer.startsWith(`${form.pointer}/`));
  return holding.sort((a, b) => b.pointer.length - a.pointer.length)[0];
}

function entry(id: FormId, label: MessageKey, icon: TablerIcon, pointer: string): FormEntry {
  return { id, label, icon, pointer };
}
