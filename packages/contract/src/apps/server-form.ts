import type { SettingsForm } from '../profile/forms/form.ts';
import { column, controlsOf } from '../profile/forms/ui.ts';

const control = controlsOf('app-settings');

/** PROTOCOL and SERVER_NAME of an app's instance, and ROOM if it has one. */
export function serverForm(app: string, fields: readonly ('PROTOCOL' | 'SERVER_NAME' | 'ROOM')[]): SettingsForm {
  return {
    target: 'definition',
    configptr: `/thinhoc/apps/instances/${app}/settings`,
    uischema: column(...fields.map((field) => control(field, field === 'PROTOCOL' ? { format: 'radio' } : {}))),
  };
}
