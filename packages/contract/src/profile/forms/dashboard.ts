import type { SettingsForm } from './form.ts';
import { column, controlsOf, group, showIf, type UiElement } from './ui.ts';

const control = controlsOf('profile.thinhoc.customization.dashboard');
const layout = controlsOf('profile.thinhoc.customization.dashboard.layouts');

const layoutDetail = column(layout('name'), layout('layout', { format: 'widget-grid' }));

/** The widgets of the Info Section; also the dashboard app's form. */
const dashboardElements: readonly UiElement[] = [
  control('height', { unit: 'percent', format: 'slider' }),
  control('autoplay/enabled'),
  control('autoplay/duration', { unit: 'seconds', rule: showIf('autoplay/enabled', true) }),
  control('layouts', { detail: layoutDetail, elementLabelProp: 'name' }),
];

export const dashboardForm: SettingsForm = {
  target: 'definition',
  configptr: '/thinhoc/customization/dashboard',
  uischema: column(group('form.dashboard.widgets', dashboardElements)),
};
