import type { SettingsForm } from './form.ts';
import { iconDetail } from './icon.ts';
import { column, controlsOf, group, showIf, showIfFilled } from './ui.ts';

const control = controlsOf('profile.thinhoc.sessions.rdp');

const detail = column(
  group('form.session.tile', [
    control('display_name'),
    control('icon', { format: 'icon', detail: iconDetail }),
    control('window_title'),
  ]),
  group('form.rdp.connection', [
    control('default_host'),
    control('force_default_host', { rule: showIfFilled('default_host') }),
    control('default_logon_domain'),
    control('force_default_logon_domain', { rule: showIfFilled('default_logon_domain') }),
    control('default_user'),
    control('auto_reconn_enabled'),
    control('force_auto_reconn_enabled', { rule: showIf('auto_reconn_enabled', true) }),
  ]),
  group('form.rdp.devices', [
    control('fullscreen_enabled'),
    control('multi_display_enabled'),
    control('drive_hotplug_enabled'),
    control('smartcards_enabled'),
  ]),
  group('form.rdp.certificate', [
    control('certificate_fingerprint'),
    control('certificate_authority', { format: 'file', accept: '.pem,.crt,.cer' }),
  ]),
  group('form.rdp.help', [control('always_show_advanced_tab'), control('admin_contact')]),
);

export const rdpForm: SettingsForm = {
  target: 'definition',
  configptr: '/thinhoc/sessions/rdp',
  uischema: control('', { detail, elementLabelProp: 'display_name' }),
};
