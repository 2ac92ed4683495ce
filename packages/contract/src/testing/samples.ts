/** Spec chapter 9, every default of the definition. */
export const DEFAULTS: readonly [pointer: string, value: unknown][] = [
  ['/version', 1],
  ['/system/auth/auto-login-timeout', 10],
  ['/system/auth/localSessionTimeout/timeout', 360],
  ['/system/network/wifi/mode', 'client'],
  ['/system/network/wifi/localRegulations', 'EU'],
  ['/system/customization/global-dark-theme', true],
  ['/thinhoc/mirror/auto_accept_timeout/timeout', 5],
  ['/thinhoc/screensaver/duration', 4],
  ['/thinhoc/screensaver/show_after', 1800],
  ['/thinhoc/customization/dashboard/height', 25],
  ['/thinhoc/customization/dashboard/autoplay/duration', 10],
  ['/thinhoc/customization/color_primary', '#595959'],
  ['/thinhoc/customization/color_secondary', '#990017'],
  ['/thinhoc/customization/keyboard_layouts', ['DE']],
  ['/thinhoc/customization/scaling_factors', { ui_scaling_factor: 1, text_scaling_factor: 1 }],
];

/** Entries with only their required fields. */
export const SPARSE_DEFINITION = {
  thinhoc: {
    sessions: {
      rdp: [{ display_name: 'Office', icon: {}, default_host: null }],
      webbrowser: [{ display_name: 'Browser', url: 'https://example.org/' }],
      webapp: [{ display_name: 'App', window_title: 'App', url: 'https://example.org/', icon: { symbol: '' } }],
    },
    apps: { instances: { 'thinhoc::video-conference': { settings: {} }, 'thinhoc::other': {} } },
  },
};

const none = (quads: number) => 'AAAA'.repeat(quads);
/** A GIF of one pixel up to its data, followed by three blocks of 255 zeros. */
const HEAD = 'R0lGODlhAQABAAAAACwAAAAAAQABAAAC';
const BLOCKS = `/wAA${none(84)}AP8A${none(84)}AAD/${none(85)}`;

/** An image for a profile, of about this many kilobytes in base64. */
export function largePicture(kilobytes: number): string {
  return `data:image/gif;base64,${HEAD}${BLOCKS.repeat(kilobytes)}ADs=`;
}
