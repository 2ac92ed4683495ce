import type { SettingsForm } from './form.ts';
import { column, controlsOf, group } from './ui.ts';

const control = controlsOf('profile.system.accessibility');

export const accessibilityForm: SettingsForm = {
  target: 'definition',
  configptr: '/system/accessibility',
  uischema: column(group('form.accessibility.keyboard', [control('osk_enabled')])),
};
