import Type from 'typebox';
import {
  COLOR_PRIMARY_DEFAULT,
  COLOR_SECONDARY_DEFAULT,
  DASHBOARD_AUTOPLAY_S_DEFAULT,
  DASHBOARD_COLUMNS,
  DASHBOARD_HEIGHT_DEFAULT,
  TEXT_SCALING,
  UI_SCALING,
  WIFI_PASSWORD_MIN,
  WIFI_SSID_MAX,
} from '../limits.ts';
import { KEYBOARD_LAYOUTS } from './keyboard-layouts.ts';
import { choice, flag, item, list, section, whole } from './schema.ts';
import { color, host, line, name, picture, text, WIFI_PASSWORD_MAX } from './texts.ts';
import { Widget } from './widgets.ts';

const row = { minimum: 0, maximum: 500 };
const rows = { minimum: 1, maximum: 100 };

/** One widget and its place on the grid: x and w count columns, y and h rows. `id` is unique within its layout. */
export const LayoutItem = item({
  id: line(64, { minLength: 1 }),
  x: whole({ minimum: 0, maximum: DASHBOARD_COLUMNS - 1 }),
  y: whole(row),
  w: whole({ minimum: 1, maximum: DASHBOARD_COLUMNS }),
  h: whole(rows),
  widget: Widget,
});
export type LayoutItem = Type.Static<typeof LayoutItem>;

export const DashboardLayout = item({ name: name(128), layout: list(LayoutItem, { maxItems: 48 }) });
export type DashboardLayout = Type.Static<typeof DashboardLayout>;

/**
 * The widgets of the Info Section (spec chapter 3). `height` is their share of the screen in percent, `duration` of
 * autoplay the seconds until the next layout.
 */
const Dashboard = section({
  height: whole({ minimum: 0, maximum: 100, default: DASHBOARD_HEIGHT_DEFAULT }),
  autoplay: section({
    enabled: flag(false),
    duration: whole({ minimum: 1, maximum: 86_400, default: DASHBOARD_AUTOPLAY_S_DEFAULT }),
  }),
  layouts: list(DashboardLayout, { maxItems: 16 }),
});

/** A host that the status bar pings, with a name given by the administrator. */
export const PingIndicator = item({ name: name(64), host: host() });

const ScalingFactors = section({
  ui_scaling_factor: whole({ minimum: UI_SCALING.min, maximum: UI_SCALING.max, default: UI_SCALING.default }),
  text_scaling_factor: whole({ minimum: TEXT_SCALING.min, maximum: TEXT_SCALING.max, default: TEXT_SCALING.default }),
});

/** A network for guests. Its password is not a secret: the screen shows it. */
const WifiHint = section({
  ssid: line(WIFI_SSID_MAX, { maxBytes: WIFI_SSID_MAX, default: '' }),
  password: Type.Optional(line(WIFI_PASSWORD_MAX, { minLength: WIFI_PASSWORD_MIN })),
});

/** The appearance of the home screen (spec chapter 3, thinhoc.customization). */
export const Customization = section({
  show_linkup: flag(true),
  show_inetup: flag(true),
  show_nameresup: flag(true),
  dashboard: Dashboard,
  info_section_content: text(200_000, { default: '', perMachine: 'html' }),
  custom_ping_indicators: list(PingIndicator, { maxItems: 8 }),
  keyboard_layouts: list(choice(KEYBOARD_LAYOUTS), { minItems: 1, maxItems: 16, uniqueItems: true, default: ['DE'] }),
  disable_status_bar: flag(false),
  hide_status_bar_by_default: flag(false),
  audioControllersInStatusBar: flag(true),
  delimitersBetweenAppSets: flag(false),
  color_primary: color(COLOR_PRIMARY_DEFAULT),
  color_secondary: color(COLOR_SECONDARY_DEFAULT),
  scaling_factors: ScalingFactors,
  logo: Type.Optional(picture(512 * 1024, 'picture')),
  custom_background_enabled: flag(false),
  custom_background: Type.Optional(picture(4 * 1024 * 1024, 'picture')),
  custom_background_blured: flag(false),
  wifi_hint: WifiHint,
});
export type Customization = Type.Static<typeof Customization>;
