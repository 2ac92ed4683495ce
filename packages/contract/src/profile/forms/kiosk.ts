import type { SettingsForm } from './form.ts';
import { controlsOf } from './ui.ts';

const control = controlsOf('profile.thinhoc.kiosk');

/** One picker sets type, index and app together; choosing none switches kiosk mode off (spec chapter 4). */
export const kioskForm: SettingsForm = {
  target: 'definition',
  configptr: '/thinhoc/kiosk',
  uischema: control('', { format: 'session' }),
};
