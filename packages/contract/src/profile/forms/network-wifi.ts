import type { SettingsForm } from './form.ts';
import { column, controlsOf, group, hideIf, showIf } from './ui.ts';

const control = controlsOf('profile.system.network.wifi');
const ownNetwork = showIf('client/use_system_settings', false);

export const wifiForm: SettingsForm = {
  target: 'definition',
  configptr: '/system/network/wifi',
  uischema: column(
    control('mode', { format: 'radio' }),
    group(
      'form.wifi.client',
      [
        control('client/use_system_settings'),
        control('client/ssid', { rule: ownNetwork }),
        control('client/password', { rule: ownNetwork }),
      ],
      showIf('mode', 'client'),
    ),
    group(
      'form.wifi.hotspot',
      [
        control('hotspot/ssid_use_devname'),
        control('hotspot/ssid', { rule: showIf('hotspot/ssid_use_devname', false) }),
        control('hotspot/password'),
      ],
      showIf('mode', 'hotspot'),
    ),
    group('form.wifi.regulations', [control('localRegulations')], hideIf('mode', 'disabled')),
  ),
};
