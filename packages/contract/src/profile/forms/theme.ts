import type { SettingsForm } from './form.ts';
import { column, controlsOf } from './ui.ts';

const control = controlsOf('profile.system.customization');

/** Belongs to the customization page, but lives in another part of the definition. */
export const themeForm: SettingsForm = {
  target: 'definition',
  configptr: '/system/customization',
  uischema: column(control('global-dark-theme')),
};
