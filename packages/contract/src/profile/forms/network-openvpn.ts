import type { SettingsForm } from './form.ts';
import { column, controlsOf, group, showIf } from './ui.ts';

const control = controlsOf('profile.system.network.vpn.openvpn');

export const openVpnForm: SettingsForm = {
  target: 'definition',
  configptr: '/system/network/vpn/openvpn',
  uischema: column(
    control('enabled'),
    group(
      'form.openvpn.tunnel',
      [control('config', { format: 'file', accept: '.ovpn,.conf' }), control('user'), control('password')],
      showIf('enabled', true),
    ),
  ),
};
