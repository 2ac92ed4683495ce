import type { SettingsForm } from './form.ts';
import { column, controlsOf, group } from './ui.ts';

const control = controlsOf('profile.system.clock');

export const clockForm: SettingsForm = {
  target: 'definition',
  configptr: '/system/clock',
  uischema: column(group('form.clock.zone', [control('time_zone', { format: 'time-zone' })])),
};
