import type { SettingsForm } from '../profile/forms/form.ts';
import { column, controlsOf } from '../profile/forms/ui.ts';

const control = controlsOf('app-settings');

/** PROTOCOL and SERVER_NAME of an app's instances, and ROOM if it has one; the name of each, and further ones. */
export function serverForm(app: string, fields: readonly ('PROTOCOL' | 'SERVER_NAME' | 'ROOM')[]): SettingsForm {
  const settings = fields.map((field) =>
    control(`settings/${field}`, {
      i18n: `app-settings.${field}`,
      ...(field === 'PROTOCOL' ? { format: 'radio' } : {}),
    }),
  );
  const detail = column(control('name', { i18n: 'app-settings.further.name' }), ...settings);
  return {
    target: 'definition',
    configptr: `/thinhoc/apps/instances/${app}`,
    uischema: column(control('name'), ...settings, control('further', { detail, elementLabelProp: 'name' })),
  };
}
