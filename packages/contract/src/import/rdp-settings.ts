import type { RdpSession } from '../profile/sessions.ts';
import type { ImportReason } from './report.ts';

type Values = ReadonlyMap<string, string>;
type Fields = Partial<RdpSession>;
/** Fields of the remote desktop for a value, or why there are none. */
type Mapping = (value: string, all: Values) => Fields | ImportReason;

const PORT = 3389;

/** 0 or 1. */
function flag(field: keyof RdpSession): Mapping {
  return (value) => (value === '0' || value === '1' ? { [field]: value === '1' } : 'invalid');
}

/** A value that machines behave by in any case; another one is not supported. */
function always(...values: readonly string[]): Mapping {
  return (value) => (values.includes(value) ? 'always' : 'unsupported');
}

function host(value: string, all: Values): Fields {
  const port = all.get('server port');
  const isPlain = !/:\d+$/.test(value) && port !== undefined && /^\d{1,5}$/.test(port) && Number(port) !== PORT;
  return { default_host: isPlain ? `${value}:${port}` : value };
}

/** `DOMAIN\name` is a name in a domain, unless a line of its own names the domain. */
function user(value: string, all: Values): Fields {
  const [, domain = '', name = ''] = /^([^\\]+)\\(.+)$/.exec(value) ?? [];
  if (domain === '') return { default_user: value };
  return { default_user: name, ...(!all.get('domain') && { default_logon_domain: domain }) };
}

/** `*` and `DynamicDrives` are drives that a person plugs in; letters name drives that a thin client does not have. */
function drives(value: string): Fields | ImportReason {
  const named = value.split(';').map((each) => each.trim().toLowerCase());
  return named.includes('*') || named.includes('dynamicdrives') ? { drive_hotplug_enabled: true } : 'unsupported';
}

const SCREEN_MODES: Readonly<Record<string, boolean>> = { '1': false, '2': true };

/**
 * The settings of .rdp files (learn.microsoft.com, "Supported RDP properties", and those that FreeRDP reads), by name in
 * lower case: how each is taken over, or why not.
 */
export const RDP_SETTINGS: Readonly<Record<string, Mapping | ImportReason>> = {
  'full address': host,
  username: user,
  domain: (value) => ({ default_logon_domain: value }),
  'screen mode id': (value) =>
    value in SCREEN_MODES ? { fullscreen_enabled: SCREEN_MODES[value] === true } : 'invalid',
  'use multimon': flag('multi_display_enabled'),
  'autoreconnection enabled': flag('auto_reconn_enabled'),
  redirectsmartcards: flag('smartcards_enabled'),
  drivestoredirect: drives,
  redirectdrives: flag('drive_hotplug_enabled'),
  'server port': (value, all) => {
    if (!/^\d{1,5}$/.test(value)) return 'invalid';
    if (Number(value) === PORT) return 'always';
    return all.get('full address') ? host(all.get('full address') ?? '', all) : 'unsupported';
  },

  // A person types the password; the server's certificate is verified; clipboard and sound are shared.
  'prompt for credentials': 'no-setting',
  'prompt for credentials on client': 'no-setting',
  promptcredentialonce: 'no-setting',
  enablecredsspsupport: always('1'),
  'negotiate security layer': always('1'),
  'authentication level': always('1'),
  'dynamic resolution': always('1'),
  redirectclipboard: always('1'),
  disableclipboardredirection: always('0'),
  audiomode: always('0'),
  audiocapturemode: always('0'),

  // Ways to connect that machines do not have.
  'alternate full address': 'unsupported',
  gatewayhostname: 'unsupported',
  gatewayusagemethod: always('0', '4'),
  gatewaycredentialssource: 'unsupported',
  gatewayprofileusagemethod: 'no-setting',
  gatewaybrokeringtype: 'no-setting',
  'administrative session': always('0'),
  'connect to console': always('0'),
  remoteapplicationmode: always('0'),
  remoteapplicationname: 'unsupported',
  remoteapplicationprogram: 'unsupported',
  remoteapplicationcmdline: 'unsupported',
  remoteapplicationexpandcmdline: 'no-setting',
  remoteapplicationexpandworkingdir: 'no-setting',
  remoteapplicationfile: 'unsupported',
  remoteapplicationicon: 'no-setting',
  'alternate shell': 'unsupported',
  'shell working directory': 'unsupported',
  loadbalanceinfo: 'unsupported',
  kdcproxyname: 'unsupported',
  kdcproxyurl: 'unsupported',
  rdgiskdcproxy: always('0'),
  enablerdsaadauth: always('0'),
  targetisaadjoined: always('0'),
  redirectwebauthn: 'unsupported',
  redirectprinters: 'unsupported',
  redirectcomports: 'unsupported',
  redirectposdevices: 'unsupported',
  devicestoredirect: 'unsupported',
  usbdevicestoredirect: 'unsupported',
  camerastoredirect: 'unsupported',
  redirectlocation: 'unsupported',
  signature: 'no-setting',
  signscope: 'no-setting',

  // Looks and speed, which machines choose themselves.
  desktopwidth: 'no-setting',
  desktopheight: 'no-setting',
  'desktop size id': 'no-setting',
  desktopscalefactor: 'no-setting',
  selectedmonitors: 'no-setting',
  maximizetocurrentdisplays: 'no-setting',
  singlemoninwindowedmode: 'no-setting',
  'smart sizing': 'no-setting',
  'session bpp': 'no-setting',
  winposstr: 'no-setting',
  compression: 'no-setting',
  keyboardhook: 'no-setting',
  audioqualitymode: 'no-setting',
  encoderedirectedvideocapture: 'no-setting',
  redirectedvideocaptureencodingquality: 'no-setting',
  videoplaybackmode: 'no-setting',
  'connection type': 'no-setting',
  networkautodetect: 'no-setting',
  bandwidthautodetect: 'no-setting',
  displayconnectionbar: 'no-setting',
  pinconnectionbar: 'no-setting',
  enableworkspacereconnect: 'no-setting',
  'workspace id': 'no-setting',
  'disable wallpaper': 'no-setting',
  'allow font smoothing': 'no-setting',
  'allow desktop composition': 'no-setting',
  'disable full window drag': 'no-setting',
  'disable menu anims': 'no-setting',
  'disable themes': 'no-setting',
  'disable cursor setting': 'no-setting',
  bitmapcachepersistenable: 'no-setting',
  bitmapcachesize: 'no-setting',
  redirectdirectx: 'no-setting',
  disableconnectionsharing: 'no-setting',
  disableremoteappcapscheck: 'no-setting',
  'autoreconnect max retries': 'no-setting',
  'span monitors': 'no-setting',
  'use redirection server name': 'no-setting',
  'public mode': 'no-setting',
  'keyboard layout': 'no-setting',
};
