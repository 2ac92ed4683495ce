import type { SettingsForm } from './form.ts';
import { column, controlsOf, group } from './ui.ts';

const control = controlsOf('profile.system.remote');

export const remoteForm: SettingsForm = {
  target: 'definition',
  configptr: '/system/remote',
  uischema: column(
    group('form.remote.consent', [control('consent', { format: 'radio' })]),
    group('form.remote.live', [control('live_view')]),
  ),
};
