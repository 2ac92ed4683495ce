/** Forms of the home screen and the screensaver. */

import type { ProfileDefinition } from '../definition.ts';
import type { Customization } from '../home.ts';
import type { SettingsForm } from './form.ts';
import { column, fieldsOf, group, row, type UiElement } from './ui.ts';

type Dashboard = Customization['dashboard'];
type Screensaver = ProfileDefinition['thinhoc']['screensaver'];

const home = fieldsOf<Customization>('profile.thinhoc.customization');
const ping = fieldsOf<Customization['custom_ping_indicators'][number]>(
  'profile.thinhoc.customization.custom_ping_indicators',
);

/** The home screen except its widgets, which have their own form. */
export const customizationForm: SettingsForm = {
  target: 'definition',
  configptr: '/thinhoc/customization',
  uischema: column(
    group('form.customization.look', [
      row(home.control('color_primary'), home.control('color_secondary')),
      home.control('logo', { format: 'picture', accept: 'image/*' }),
      home.control('custom_background_enabled'),
      home.control('custom_background', {
        format: 'picture',
        accept: 'image/*',
        rule: home.showIf('custom_background_enabled', true),
      }),
      home.control('custom_background_blured', { rule: home.showIf('custom_background_enabled', true) }),
      home.control('delimitersBetweenAppSets'),
    ]),
    group('form.customization.size', [
      home.control('scaling_factors/ui_scaling_factor', { format: 'slider' }),
      home.control('scaling_factors/text_scaling_factor', { format: 'slider' }),
    ]),
    home.control('info_section_content', { format: 'html' }),
    group('form.customization.statusBar', [
      home.control('disable_status_bar'),
      home.control('hide_status_bar_by_default', { rule: home.showIf('disable_status_bar', false) }),
      home.control('audioControllersInStatusBar', { rule: home.showIf('disable_status_bar', false) }),
      home.control('show_linkup', { rule: home.showIf('disable_status_bar', false) }),
      home.control('show_inetup', { rule: home.showIf('disable_status_bar', false) }),
      home.control('show_nameresup', { rule: home.showIf('disable_status_bar', false) }),
      home.control('custom_ping_indicators', {
        detail: row(ping.control('name'), ping.control('host')),
        elementLabelProp: 'name',
        rule: home.showIf('disable_status_bar', false),
      }),
    ]),
    group('form.customization.keyboard', [home.control('keyboard_layouts')]),
    group('form.customization.wifiHint', [home.control('wifi_hint/ssid'), home.control('wifi_hint/password')]),
  ),
};

const dashboard = fieldsOf<Dashboard>('profile.thinhoc.customization.dashboard');
const layout = fieldsOf<Dashboard['layouts'][number]>('profile.thinhoc.customization.dashboard.layouts');

const layoutDetail = column(layout.control('name'), layout.control('layout', { format: 'widget-grid' }));

/** The widgets of the Info Section; also the dashboard app's form. */
const dashboardElements: readonly UiElement[] = [
  dashboard.control('height', { unit: 'percent', format: 'slider' }),
  dashboard.control('autoplay/enabled'),
  dashboard.control('autoplay/duration', { unit: 'seconds', rule: dashboard.showIf('autoplay/enabled', true) }),
  dashboard.control('layouts', { detail: layoutDetail, elementLabelProp: 'name' }),
];

export const dashboardForm: SettingsForm = {
  target: 'definition',
  configptr: '/thinhoc/customization/dashboard',
  uischema: column(group('form.dashboard.widgets', dashboardElements)),
};

const screensaver = fieldsOf<Screensaver>('profile.thinhoc.screensaver');
const slide = fieldsOf<Screensaver['slides'][number]>('profile.thinhoc.screensaver.slides');

const slideDetail = column(
  slide.control('type', { format: 'radio' }),
  slide.control('image', { format: 'picture', accept: 'image/*', rule: slide.showIf('type', 'image') }),
  slide.control('video', { rule: slide.showIf('type', 'video') }),
  slide.control('title'),
  slide.control('content', { multi: true, rule: slide.showIf('type', 'text') }),
  slide.control('duration', { unit: 'seconds' }),
);

export const screensaverForm: SettingsForm = {
  target: 'definition',
  configptr: '/thinhoc/screensaver',
  uischema: column(
    screensaver.control('enabled'),
    group(
      'form.screensaver.behavior',
      [
        screensaver.control('show_after', { unit: 'seconds' }),
        screensaver.control('duration', { unit: 'seconds' }),
        screensaver.control('fullscreen'),
        screensaver.control('bring_to_foreground'),
      ],
      screensaver.showIf('enabled', true),
    ),
    group(
      'form.screensaver.slides',
      [screensaver.control('slides', { detail: slideDetail, elementLabelProp: 'title' })],
      screensaver.showIf('enabled', true),
    ),
  ),
};
