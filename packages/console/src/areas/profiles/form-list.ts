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
type SessionFormId = Extract<ProfileFormId, `sessions/${string}`>;

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

/** The forms by name, each with the part of the definition that it edits; those of sessions are listed below. */
const FORMS: Readonly<Record<Exclude<ProfileFormId, SessionFormId>, Pick<FormPart, 'label' | 'pointer'>>> = {
  accessibility: { label: 'console.form.accessibility', pointer: '/system/accessibility' },
  'app-manager': { label: 'console.form.apps', pointer: '/thinhoc/apps' },
  auth: { label: 'console.form.auth', pointer: '/system/auth' },
  autostart: { label: 'console.form.autostart', pointer: '/thinhoc/autostart' },
  clock: { label: 'console.form.clock', pointer: '/system/clock' },
  customization: { label: 'console.form.customization', pointer: '/thinhoc/customization' },
  dashboard: { label: 'console.form.dashboard', pointer: '/thinhoc/customization/dashboard' },
  displays: { label: 'console.form.displays', pointer: '/system/displays' },
  kiosk: { label: 'console.form.kiosk', pointer: '/thinhoc/kiosk' },
  mirror: { label: 'console.form.mirror', pointer: '/thinhoc/mirror' },
  'network/dns': { label: 'console.form.dns', pointer: '/system/network' },
  'network/vpn/openvpn': { label: 'console.form.openvpn', pointer: '/system/network/vpn/openvpn' },
  'network/wifi': { label: 'console.form.wifi', pointer: '/system/network/wifi' },
  remote: { label: 'console.form.remote', pointer: '/system/remote' },
  screensaver: { label: 'console.form.screensaver', pointer: '/thinhoc/screensaver' },
  sip: { label: 'console.form.sip', pointer: '/thinhoc/sip' },
  theme: { label: 'console.form.theme', pointer: '/system/customization' },
  updates: { label: 'console.form.updates', pointer: '/system/updates' },
};

/** The form of each type of session, alone on its page. */
const SESSION_FORMS: Readonly<Record<SessionType, readonly [SessionFormId, MessageKey, TablerIcon]>> = {
  webapp: ['sessions/webapp', 'console.form.webapp', IconWindow],
  webbrowser: ['sessions/browser', 'console.form.browser', IconBrowser],
  rdp: ['sessions/rdp', 'console.form.rdp', IconDeviceDesktopAnalytics],
};

/** Fields of the form "customization" on other pages. */
const ELSEWHERE = ['info_section_content', 'keyboard_layouts', 'dashboard'] as const;

/** The pages of a profile in the editor's order (spec chapter 2); small forms share a page. */
export const PAGE_GROUPS: readonly PageGroup[] = [
  {
    label: 'console.forms.home',
    pages: [
      page(
        'customization',
        IconPalette,
        part('theme'),
        part('customization', (field) => !ELSEWHERE.some((each) => each === field)),
      ),
      page(
        'dashboard',
        IconLayoutGrid,
        { ...part('customization', (field) => field === 'info_section_content'), label: 'console.form.dashboard' },
        part('dashboard'),
      ),
      page('screensaver', IconPresentation),
    ],
  },
  {
    label: 'console.forms.apps',
    pages: [
      ...Object.entries(SESSION_FORMS).map(([type, [form, label, icon]]) => {
        return { id: form, label, icon, parts: [{ form, label, pointer: `/thinhoc/sessions/${type}` }] };
      }),
      page('app-manager', IconApps),
      { ...page('autostart', IconPlayerPlay, part('autostart'), part('kiosk')), label: 'console.page.start' },
      { ...page('mirror', IconCast, part('mirror'), part('sip')), label: 'console.page.calls' },
    ],
  },
  {
    label: 'console.forms.system',
    pages: [
      page('auth', IconLock),
      {
        ...page(
          'accessibility',
          IconKeyboard,
          part('accessibility'),
          { ...part('customization', (field) => field === 'keyboard_layouts'), label: 'console.page.input' },
          part('clock'),
        ),
        label: 'console.page.input',
      },
      page('displays', IconDevices2),
      {
        ...page(
          'network/wifi',
          IconWifi,
          part('network/wifi'),
          part('network/dns', (field) => field === 'dns' || field === 'search-domains'),
          part('network/vpn/openvpn'),
        ),
        label: 'console.page.network',
      },
      page('updates', IconDisc),
      page('remote', IconDeviceRemote),
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

/** A part named after its form. */
function part(form: keyof typeof FORMS, ownsField?: FormPart['owns']): FormPart {
  return { form, ...FORMS[form], owns: ownsField };
}

/** A page named after one of its forms: with that form alone, unless parts are given. */
function page(id: keyof typeof FORMS, icon: TablerIcon, ...parts: readonly FormPart[]): SettingsPage {
  return { id, label: FORMS[id].label, icon, parts: parts.length > 0 ? parts : [part(id)] };
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
