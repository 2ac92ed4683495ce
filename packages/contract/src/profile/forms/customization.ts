import type { SettingsForm } from './form.ts';
import { column, controlsOf, group, row, showIf } from './ui.ts';

const control = controlsOf('profile.thinhoc.customization');
const ping = controlsOf('profile.thinhoc.customization.custom_ping_indicators');

/** Everything of the home screen but the widgets, which have a form of their own. */
export const customizationForm: SettingsForm = {
  target: 'definition',
  configptr: '/thinhoc/customization',
  uischema: column(
    group('form.customization.look', [
      row(control('color_primary'), control('color_secondary')),
      control('logo', { format: 'picture', accept: 'image/*' }),
      control('custom_background_enabled'),
      control('custom_background', {
        format: 'picture',
        accept: 'image/*',
        rule: showIf('custom_background_enabled', true),
      }),
      control('custom_background_blured', { rule: showIf('custom_background_enabled', true) }),
      control('delimitersBetweenAppSets'),
    ]),
    group('form.customization.size', [
      control('scaling_factors/ui_scaling_factor', { format: 'slider' }),
      control('scaling_factors/text_scaling_factor', { format: 'slider' }),
    ]),
    group('form.customization.info', [control('info_section_content', { format: 'html' })]),
    group('form.customization.statusBar', [
      control('disable_status_bar'),
      control('hide_status_bar_by_default', { rule: showIf('disable_status_bar', false) }),
      control('audioControllersInStatusBar', { rule: showIf('disable_status_bar', false) }),
      control('show_linkup', { rule: showIf('disable_status_bar', false) }),
      control('show_inetup', { rule: showIf('disable_status_bar', false) }),
      control('show_nameresup', { rule: showIf('disable_status_bar', false) }),
      control('custom_ping_indicators', {
        detail: row(ping('name'), ping('host')),
        elementLabelProp: 'name',
        rule: showIf('disable_status_bar', false),
      }),
    ]),
    group('form.customization.keyboard', [control('keyboard_layouts')]),
    group('form.customization.wifiHint', [control('wifi_hint/ssid'), control('wifi_hint/password')]),
  ),
};
