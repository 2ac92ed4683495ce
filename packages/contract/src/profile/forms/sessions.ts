/** Forms for sessions on the home screen and for autostart. */
import type { ProfileDefinition } from '../definition.ts';
import type { Icon } from '../icon.ts';
import type { SettingsForm } from './form.ts';
import { column, fieldsOf, group, row, type UiElement } from './ui.ts';

type Sessions = ProfileDefinition['thinhoc']['sessions'];
type Webbrowser = Sessions['webbrowser'][number];

const icon = fieldsOf<Icon>('profile.icon');

/** A tile's icon: a symbol with colors, or an image. */
export const iconDetail: UiElement = column(
  icon.control('type', { format: 'radio' }),
  icon.control('symbol', { format: 'symbol', rule: icon.showIf('type', 'symbol') }),
  { ...row(icon.control('symbol_color'), icon.control('background_color')), rule: icon.showIf('type', 'symbol') },
  icon.control('image', { format: 'picture', accept: 'image/png', rule: icon.showIf('type', 'image') }),
);

const webapp = fieldsOf<Sessions['webapp'][number]>('profile.thinhoc.sessions.webapp');

const webappDetail = column(
  webapp.control('url', { format: 'page', named: ['display_name', 'window_title'] }),
  group('form.session.tile', [
    webapp.control('display_name'),
    webapp.control('icon', { format: 'icon', detail: iconDetail }),
    webapp.control('hide_app_item_icon'),
  ]),
  group('form.session.page', [webapp.control('window_title'), webapp.control('disablePinchToZoom')]),
);

export const webappForm: SettingsForm = {
  target: 'definition',
  configptr: '/thinhoc/sessions/webapp',
  uischema: webapp.control('', { detail: webappDetail, elementLabelProp: 'display_name' }),
};

const browser = fieldsOf<Webbrowser>('profile.thinhoc.sessions.webbrowser');
const engine = fieldsOf<Webbrowser['search_engine_providers'][number]>(
  'profile.thinhoc.sessions.webbrowser.search_engine_providers',
);

const engineDetail = column(row(engine.control('name'), engine.control('bang')), engine.control('url'));

const browserDetail = column(
  browser.control('url', { format: 'page', named: ['display_name'] }),
  group('form.session.tile', [
    browser.control('display_name'),
    browser.control('icon', { format: 'icon', detail: iconDetail }),
  ]),
  group('form.browser.search', [
    browser.control('search_engine_providers', { detail: engineDetail, elementLabelProp: 'name' }),
    browser.control('default_search_engine', {
      format: 'entry',
      entriesOf: 'search_engine_providers',
      elementLabelProp: 'name',
    }),
    browser.control('use_google_search_suggestions'),
  ]),
  group('form.browser.protection', [
    browser.control('enable_adblock'),
    browser.control('content_filter_lists', { rule: browser.showIf('enable_adblock', true) }),
    browser.control('enable_tracking_prevention'),
    browser.control('enable_google_safe_browsing'),
  ]),
  group('form.browser.use', [
    browser.control('enable_caret_browsing'),
    browser.control('disable_context_menu'),
    browser.control('custom_user_agent'),
  ]),
);

export const browserForm: SettingsForm = {
  target: 'definition',
  configptr: '/thinhoc/sessions/webbrowser',
  uischema: browser.control('', { detail: browserDetail, elementLabelProp: 'display_name' }),
};

const rdp = fieldsOf<Sessions['rdp'][number]>('profile.thinhoc.sessions.rdp');

const rdpDetail = column(
  rdp.control('default_host', { format: 'computer', named: ['display_name'] }),
  group('form.session.tile', [
    rdp.control('display_name'),
    rdp.control('icon', { format: 'icon', detail: iconDetail }),
    rdp.control('window_title'),
  ]),
  group('form.rdp.connection', [
    rdp.control('force_default_host', { rule: rdp.showIfFilled('default_host') }),
    rdp.control('default_logon_domain'),
    rdp.control('force_default_logon_domain', { rule: rdp.showIfFilled('default_logon_domain') }),
    rdp.control('default_user'),
    rdp.control('auto_reconn_enabled'),
    rdp.control('force_auto_reconn_enabled', { rule: rdp.showIf('auto_reconn_enabled', true) }),
  ]),
  group('form.rdp.devices', [
    rdp.control('fullscreen_enabled'),
    rdp.control('multi_display_enabled'),
    rdp.control('drive_hotplug_enabled'),
    rdp.control('smartcards_enabled'),
  ]),
  group('form.rdp.certificate', [
    rdp.control('certificate_fingerprint'),
    rdp.control('certificate_authority', { format: 'file', accept: '.pem,.crt,.cer,.der', content: 'certificates' }),
  ]),
  group('form.rdp.help', [rdp.control('always_show_advanced_tab'), rdp.control('admin_contact')]),
);

export const rdpForm: SettingsForm = {
  target: 'definition',
  configptr: '/thinhoc/sessions/rdp',
  uischema: rdp.control('', { detail: rdpDetail, elementLabelProp: 'display_name' }),
};

const autostart = fieldsOf<ProfileDefinition['thinhoc']['autostart']>('profile.thinhoc.autostart');

/** Each entry is one picker that sets type, index and app together. */
export const autostartForm: SettingsForm = {
  target: 'definition',
  configptr: '/thinhoc/autostart',
  uischema: autostart.control('', { detail: autostart.control('', { format: 'session' }) }),
};

const kiosk = fieldsOf<ProfileDefinition['thinhoc']['kiosk']>('profile.thinhoc.kiosk');

/** One picker sets type, index and app together; choosing none switches kiosk mode off (spec chapter 4). */
export const kioskForm: SettingsForm = {
  target: 'definition',
  configptr: '/thinhoc/kiosk',
  uischema: kiosk.control('', { format: 'session' }),
};
