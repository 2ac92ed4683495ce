import type Type from 'typebox';
import { type Deployment, ICON_BACKGROUND_DEFAULT, ICON_COLOR_DEFAULT } from '../limits.ts';
import { AppDefinition, type WebappTemplate } from '../profile/apps.ts';
import { applyDefaults } from '../profile/defaults.ts';
import { formSchema, type SettingsForm } from '../profile/forms/form.ts';
import { column, controlsOf, type UiElement } from '../profile/forms/ui.ts';
import type { Icon } from '../profile/icon.ts';
import type { AppCategory } from './install.ts';

/** Credits per machine and 30 days; nothing on machines of the included deployments (design, "app prices"). */
type AppPricing =
  | { readonly type: 'free' }
  | { readonly type: 'paid'; readonly amount: number; readonly deploymentsIncluded: readonly Deployment[] };

/** One app of the catalog (spec chapter 3). Its name and description are texts of the locale files, by key. */
export interface AppCatalogEntry {
  readonly category: AppCategory;
  readonly beta: boolean;
  readonly icon: Icon;
  readonly pricing: AppPricing;
  /** Restricts the app to machines of this deployment. */
  readonly requiresDeployment?: Deployment;
  readonly defaultInstances: { readonly enabled: boolean };
  readonly definition: AppDefinition;
  readonly settingsForm?: AppSettingsForm;
}

/** Settings of an app: `configptr` is a JSON pointer into the profile definition. */
interface AppSettingsForm {
  readonly configptr: string;
  readonly schema: Type.TSchema;
  readonly uischema: UiElement;
}

/** A symbol on a color. */
export function symbolIcon(symbol: string, background_color: string = ICON_BACKGROUND_DEFAULT): Icon {
  return { index: 0, type: 'symbol', symbol, symbol_color: ICON_COLOR_DEFAULT, background_color };
}

/** An app that is part of the session: it brings no web pages. */
export const NO_SESSIONS: AppDefinition = applyDefaults(AppDefinition, { build: 1 });

/** An app that is one web page; its URL may have placeholders for settings. */
export function webPage(page: Pick<WebappTemplate, 'display_name' | 'url' | 'icon'>): AppDefinition {
  const webapp = [{ ...page, window_title: page.display_name }];
  return applyDefaults(AppDefinition, { build: 1, template: { thinhoc: { sessions: { webapp } } } });
}

/** The form of a part of the definition, also shown on the settings pages. */
export function settingsForm(form: SettingsForm): AppSettingsForm {
  return { configptr: form.configptr, schema: formSchema(form), uischema: form.uischema };
}

/** The price of the product's own paid apps. */
export function paid(amount: number, ...deploymentsIncluded: readonly Deployment[]): AppPricing {
  return { type: 'paid', amount, deploymentsIncluded };
}

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
