import { appForms, loaders } from 'virtual:berth-forms';
import type { FormId } from '@berth/contract/profile/forms/all';
import type { FormTarget } from '@berth/contract/profile/forms/form';
import type { UiElement } from '@berth/contract/profile/forms/ui';
import type { SchemaNode } from '@berth/contract/profile/nodes';
import type { WidgetType } from '@berth/contract/profile/widgets';
import { loadOnce } from './load-once.tsx';
import type { Validator } from './validation/check.ts';

/** A form, as generated from the contract by the build. */
export interface FormDefinition {
  readonly target: FormTarget | 'widget';
  /** JSON pointer of the part of the target that the form edits. */
  readonly configptr: string;
  readonly schema: SchemaNode;
  readonly uischema: UiElement;
  readonly validate: Validator;
}

/** A settings form, a widget's form, or an app's own settings form. */
export type AnyFormId = FormId | `widget/${WidgetType}` | `app/${string}`;

const loads = new Map(Object.entries(loaders).map(([id, load]) => [id, loadOnce(load)]));

/** Loads a form; the same promise each time, so that a page's loader can start it and the form can await it. */
export function loadForm(id: AnyFormId): Promise<FormDefinition> {
  return loads.get(id)?.() ?? Promise.reject(new Error(`There is no form ${id}`));
}

/** The form with an app's settings; undefined for an app without settings. */
export function appFormId(app: string): AnyFormId | undefined {
  const id = Object.hasOwn(appForms, app) ? appForms[app] : undefined;
  return id as AnyFormId | undefined;
}
