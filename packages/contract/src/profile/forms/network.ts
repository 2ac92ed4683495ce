import type { ProfileDefinition } from '../definition.ts';
import type { SettingsForm } from './form.ts';
import { column, fieldsOf, group } from './ui.ts';

type Network = ProfileDefinition['system']['network'];

const wifi = fieldsOf<Network['wifi']>('profile.system.network.wifi');
const ownNetwork = wifi.showIf('client/use_system_settings', false);

export const wifiForm: SettingsForm = {
  target: 'definition',
  configptr: '/system/network/wifi',
  uischema: column(
    wifi.control('mode', { format: 'radio' }),
    group(
      'form.wifi.client',
      [
        wifi.control('client/use_system_settings'),
        wifi.control('client/ssid', { rule: ownNetwork }),
        wifi.control('client/password', { rule: ownNetwork }),
      ],
      wifi.showIf('mode', 'client'),
    ),
    group(
      'form.wifi.hotspot',
      [
        wifi.control('hotspot/ssid_use_devname'),
        wifi.control('hotspot/ssid', { rule: wifi.showIf('hotspot/ssid_use_devname', false) }),
        wifi.control('hotspot/password'),
      ],
      wifi.showIf('mode', 'hotspot'),
    ),
    group('form.wifi.regulations', [wifi.control('localRegulations')], wifi.hideIf('mode', 'disabled')),
  ),
};

const network = fieldsOf<Network>('profile.system.network');

export const dnsForm: SettingsForm = {
  target: 'definition',
  configptr: '/system/network',
  uischema: column(
    group('form.dns.servers', [network.control('dns/servers4'), network.control('dns/servers6')]),
    group('form.dns.domains', [network.control('search-domains')]),
  ),
};

const openvpn = fieldsOf<Network['vpn']['openvpn']>('profile.system.network.vpn.openvpn');

export const openVpnForm: SettingsForm = {
  target: 'definition',
  configptr: '/system/network/vpn/openvpn',
  uischema: column(
    openvpn.control('enabled'),
    group(
      'form.openvpn.tunnel',
      [
        openvpn.control('config', { format: 'file', accept: '.ovpn,.conf' }),
        openvpn.control('user'),
        openvpn.control('password'),
      ],
      openvpn.showIf('enabled', true),
    ),
  ),
};
