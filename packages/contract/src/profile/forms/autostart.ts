import type { SettingsForm } from './form.ts';
import { controlsOf } from './ui.ts';

const control = controlsOf('profile.thinhoc.autostart');

/** Each entry is one picker that sets type, index and app together. */
export const autostartForm: SettingsForm = {
  target: 'definition',
  configptr: '/thinhoc/autostart',
  uischema: control('', { detail: control('', { format: 'session' }) }),
};
