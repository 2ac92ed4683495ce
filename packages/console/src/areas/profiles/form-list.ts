import { type Place, placeBelow } from '@berth/contract/layers/lists';
import { root } from '@berth/contract/layers/root';
import type { FormId } from '@berth/contract/profile/forms/all';
import { pointerKeys } from '@berth/contract/profile/pointer';
import type { SessionType } from '@berth/contract/profile/sessions';
import type { MessageKey } from '@berth/web/i18n/keys.ts';
import type { Texts } from '@berth/web/i18n/texts.ts';
import {
  IconApps,
  IconBrowser,
  IconCast,
  IconDeviceDesktopAnalytics,
  IconDeviceRemote,
  IconDevices2,
  IconDisc,
  IconKeyboard,
  IconLayoutGrid,
  IconLock,
  IconPalette,
  IconPlayerPlay,
  IconPresentation,
  IconWifi,
  IconWindow,
  type TablerIcon,
} from '@tabler/icons-react';

/** A form of a profile; the others edit machines and organizations. */
type ProfileFormId = Exclude<FormId, `machine/${string}` | `organization/${string}`>;

/** The name of each form. */
const LABELS: Readonly<Record<ProfileFormId, MessageKey>> = {
  accessibility: 'console.form.accessibility',
  'app-manager': 'console.form.apps',
  auth: 'console.form.auth',
  autostart: 'console.form.autostart',
  clock: 'console.form.clock',
  customization: 'console.form.customization',
  dashboard: 'console.form.dashboard',
  displays: 'console.form.displays',
  kiosk: 'console.form.kiosk',
  mirror: 'console.form.mirror',
  'network/dns': 'console.form.dns',
  'network/vpn/openvpn': 'console.form.openvpn',
  'network/wifi': 'console.form.wifi',
  remote: 'console.form.remote',
  screensaver: 'console.form.screensaver',
  'sessions/browser': 'console.form.browser',
  'sessions/rdp': 'console.form.rdp',
  'sessions/webapp': 'console.form.webapp',
  sip: 'console.form.sip',
  theme: 'console.form.theme',
  updates: 'console.form.updates',
};

/** A form on a page, or those of its fields that the page shows. */
export interface FormPart {
  readonly form: FormId;
  /** Its name among the parts of its page, and in the places of faults and changes. */
  readonly label: MessageKey;
  /** JSON pointer of the part of the definition that the form edits: assigns faults and changes to pages. */
  readonly pointer: string;
  /** Whether a field of the form belongs to this part; undefined if all do. */
  readonly owns?: ((field: string) => boolean) | undefined;
}

/** A page of a profile's settings. */
export interface SettingsPage {
  /** A form of the page, used in its URL; any other form of the page in the URL opens it, too. */
  readonly id: FormId;
  readonly label: MessageKey;
  readonly icon: TablerIcon;
  readonly parts: readonly FormPart[];
}

interface PageGroup {
  readonly label: MessageKey;
  readonly pages: readonly SettingsPage[];
}

/** Fields of the form "customization" on other pages. */
const ELSEWHERE = ['info_section_content', 'keyboard_layouts', 'dashboard'] as const;
const CUSTOMIZATION = '/thinhoc/customization';

const SESSION_PAGES: Readonly<Record<SessionType, SettingsPage>> = {
  webapp: page(
    'sessions/webapp',
    'console.form.webapp',
    IconWindow,
    part('sessions/webapp', '/thinhoc/sessions/webapp'),
  ),
  webbrowser: page(
    'sessions/browser',
    'console.form.browser',
    IconBrowser,
    part('sessions/browser', '/thinhoc/sessions/webbrowser'),
  ),
  rdp: page(
    'sessions/rdp',
    'console.form.rdp',
    IconDeviceDesktopAnalytics,
    part('sessions/rdp', '/thinhoc/sessions/rdp'),
  ),
};

/** The pages of a profile in the editor's order (spec chapter 2); small forms share a page. */
export const PAGE_GROUPS: readonly PageGroup[] = [
  {
    label: 'console.forms.home',
    pages: [
      page(
        'customization',
        'console.form.customization',
        IconPalette,
        part('theme', '/system/customization'),
        part('customization', CUSTOMIZATION, (field) => !ELSEWHERE.some((each) => each === field)),
      ),
      page(
        'dashboard',
        'console.form.dashboard',
        IconLayoutGrid,
        part('customization', CUSTOMIZATION, (field) => field === 'info_section_content', 'console.form.dashboard'),
        part('dashboard', `${CUSTOMIZATION}/dashboard`),
      ),
      page('screensaver', 'console.form.screensaver', IconPresentation, part('screensaver', '/thinhoc/screensaver')),
    ],
  },
  {
    label: 'console.forms.apps',
    pages: [
      ...Object.values(SESSION_PAGES),
      page('app-manager', 'console.form.apps', IconApps, part('app-manager', '/thinhoc/apps')),
      page(
        'autostart',
        'console.page.start',
        IconPlayerPlay,
        part('autostart', '/thinhoc/autostart'),
        part('kiosk', '/thinhoc/kiosk'),
      ),
      page('mirror', 'console.page.calls', IconCast, part('mirror', '/thinhoc/mirror'), part('sip', '/thinhoc/sip')),
    ],
  },
  {
    label: 'console.forms.system',
    pages: [
      page('auth', 'console.form.auth', IconLock, part('auth', '/system/auth')),
      page(
        'accessibility',
        'console.page.input',
        IconKeyboard,
        part('accessibility', '/system/accessibility'),
        part('customization', CUSTOMIZATION, (field) => field === 'keyboard_layouts', 'console.page.input'),
        part('clock', '/system/clock'),
      ),
      page('displays', 'console.form.displays', IconDevices2, part('displays', '/system/displays')),
      page(
        'network/wifi',
        'console.page.network',
        IconWifi,
        part('network/wifi', '/system/network/wifi'),
        part('network/dns', '/system/network', (field) => field === 'dns' || field === 'search-domains'),
        part('network/vpn/openvpn', '/system/network/vpn/openvpn'),
      ),
      page('updates', 'console.form.updates', IconDisc, part('updates', '/system/updates')),
      page('remote', 'console.form.remote', IconDeviceRemote, part('remote', '/system/remote')),
    ],
  },
];

export const PAGES = PAGE_GROUPS.flatMap(({ pages }) => pages);

/** The initial page (spec chapter 2). */
export const PAGE_AT_FIRST: FormId = 'customization';

/** The page of a form in the URL; undefined if unknown. */
export function pageWith(form: string | null): SettingsPage | undefined {
  return PAGES.find(({ id }) => id === form) ?? PAGES.find(({ parts }) => parts.some((each) => each.form === form));
}

/** The part that edits the value at a pointer: the one with the longest matching pointer. */
export function partAt(pointer: string): { readonly page: SettingsPage; readonly part: FormPart } | undefined {
  const holding = PAGES.flatMap((inner) => inner.parts.map((each) => ({ page: inner, part: each }))).filter(
    ({ part: each }) => owns(each, pointer),
  );
  return holding.sort((a, b) => b.part.pointer.length - a.part.pointer.length)[0];
}

function owns({ pointer: own, owns: ownsField }: FormPart, pointer: string): boolean {
  if (pointer === own) return true;
  if (!pointer.startsWith(`${own}/`)) return false;
  return ownsField?.(pointer.slice(own.length + 1).split('/')[0] ?? '') ?? true;
}

/** A part named after its form by default. */
function part(form: ProfileFormId, pointer: string, ownsField?: FormPart['owns'], label = LABELS[form]): FormPart {
  return { form, label, pointer, owns: ownsField };
}

function page(id: ProfileFormId, label: MessageKey, icon: TablerIcon, ...parts: readonly FormPart[]): SettingsPage {
  return { id, label, icon, parts };
}

/**
 * The readable name of a place in the definition: the form, the entry's number, the field's label, such as "Web apps ›
 * 2 › Address". Keys without a label keep their name, and are omitted if they only contain labeled ones.
 */
export function fieldName({ t, has }: Pick<Texts, 't' | 'has'>, pointer: string): string {
  const form = partAt(pointer)?.part;
  const keys = pointerKeys(pointer);
  // A widget's settings are named independently of its place.
  const widget = keys.indexOf('widget');
  const entries = entriesIn(keys);
  const named = keys.map((key, index) => {
    if (entries.has(index)) return /^\d+$/.test(key) ? String(Number(key) + 1) : key;
    const isInWidget = widget !== -1 && index >= widget;
    const path = keys.filter((_, at) => at >= (isInWidget ? widget : 0) && at <= index && !entries.has(at));
    const label = `profile.${path.join('.')}.label`;
    if (has(label)) return t(label);
    // Containers are omitted.
    return index < keys.length - 1 ? undefined : key;
  });
  const inForm = named.slice(form ? form.pointer.split('/').length - 1 : 0);
  return [
    form ? t(form.label) : t('console.profiles.title' satisfies MessageKey),
    ...inForm.filter((name) => name !== undefined),
  ].join(' › ');
}

/** Where keys name entries of lists: by their number, or by their name. */
function entriesIn(keys: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  let place: Place | undefined = root();
  for (const [index, key] of keys.entries()) {
    if (place?.kind === 'list' || /^\d+$/.test(key)) found.add(index);
    place = place && placeBelow(place, key);
  }
  return found;
}
