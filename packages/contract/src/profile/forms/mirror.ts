import type { SettingsForm } from './form.ts';
import { column, controlsOf, group, showIf } from './ui.ts';

const control = controlsOf('profile.thinhoc.mirror');

/** The mirroring app's form: smart reveals the time for which everybody is accepted (spec chapter 3). */
export const mirrorForm: SettingsForm = {
  target: 'definition',
  configptr: '/thinhoc/mirror',
  uischema: column(
    group('form.mirror.features', [control('enabled_features/native'), control('enabled_features/airplay')]),
    group('form.mirror.connections', [control('moderated'), control('accept_new_connections', { format: 'radio' })]),
    group(
      'form.mirror.window',
      [
        control('auto_accept_timeout/enabled'),
        control('auto_accept_timeout/timeout', {
          unit: 'minutes',
          rule: showIf('auto_accept_timeout/enabled', true),
        }),
      ],
      showIf('accept_new_connections', 'smart'),
    ),
  ),
};
