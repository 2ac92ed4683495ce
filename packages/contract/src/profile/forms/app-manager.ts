import type { SettingsForm } from './form.ts';
import { controlsOf } from './ui.ts';

const control = controlsOf('profile.thinhoc.apps');

/** Which apps are on. What is installed and how follows from it, and from each app's own form. */
export const appManagerForm: SettingsForm = {
  target: 'definition',
  configptr: '/thinhoc/apps',
  uischema: control('enabled', { format: 'app-list' }),
};
