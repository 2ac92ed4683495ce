import { APP_CATALOG } from '@berth/contract/apps/catalog';
import type { AppCatalogEntry } from '@berth/contract/apps/entry';
import { SETTINGS_FORMS } from '@berth/contract/profile/forms/all';
import { formSchema, type SettingsForm } from '@berth/contract/profile/forms/form';
import type { UiElement } from '@berth/contract/profile/forms/ui';
import { WIDGET_FORMS } from '@berth/contract/profile/forms/widgets';

/** A form as the client gets it. A widget's form has no target: its data are passed alone. */
interface ListedForm {
  readonly target: SettingsForm['target'] | 'widget';
  readonly configptr: string;
  readonly schema: object;
  readonly uischema: UiElement;
}

/** Every form of the contract by its ID: settings, `widget/<type>`, and `app/<key>` for an app's own settings. */
export function listForms(): Record<string, ListedForm> {
  const settings = Object.entries<SettingsForm>(SETTINGS_FORMS).map(([id, { target, configptr, uischema }]) => {
    return [id, { target, configptr, schema: formSchema({ target, configptr }), uischema }] as const;
  });
  const widgets = Object.entries(WIDGET_FORMS).map(([type, { schema, uischema }]) => {
    return [`widget/${type}`, { target: 'widget', configptr: '', schema, uischema }] as const;
  });
  const apps = Object.entries<AppCatalogEntry>(APP_CATALOG).flatMap(([app, { settingsForm }]) =>
    settingsForm && isOwn(settingsForm.configptr)
      ? [[`app/${app}`, { target: 'definition', ...settingsForm }] as const]
      : [],
  );
  return Object.fromEntries([...settings, ...widgets, ...apps]);
}

/** The form of each app that has one: its own, or the settings form of the same part of the definition. */
export function listAppForms(): Record<string, string> {
  const byPointer = new Map(Object.entries<SettingsForm>(SETTINGS_FORMS).map(([id, form]) => [form.configptr, id]));
  return Object.fromEntries(
    Object.entries<AppCatalogEntry>(APP_CATALOG).flatMap(([app, { settingsForm }]) => {
      if (!settingsForm) return [];
      return [[app, isOwn(settingsForm.configptr) ? `app/${app}` : (byPointer.get(settingsForm.configptr) ?? '')]];
    }),
  );
}

function isOwn(configptr: string): boolean {
  return configptr.startsWith('/thinhoc/apps/instances/');
}
