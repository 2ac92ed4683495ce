import type { Deployment } from '@berth/contract/limits';
import type { ProfileDefinition } from '@berth/contract/profile/definition';
import type { UiElement } from '@berth/contract/profile/forms/ui';
import type { SchemaNode } from '@berth/contract/profile/nodes';
import { intlTag } from '@berth/web/i18n/locales.ts';
import type { Texts } from '@berth/web/i18n/texts.ts';
import { type ComponentType, createContext, useContext } from 'react';
import type { ControlProps } from './controls/use-control.ts';
import type { AnyFormId } from './form-definition.ts';
import type { FormState, FormStore } from './state/form-store.ts';

/** What controls need beyond their own value. It changes rarely: each change renders every control. */
export interface FormSurroundings {
  readonly store: FormStore;
  readonly controlFor: ControlFor;
  /** JSON pointer of the part of the target that the form edits. */
  readonly configptr: string;
  /** Changes more of the definition than the form's own part, as enabling an app does. */
  readonly changeDefinition: (update: (definition: ProfileDefinition) => ProfileDefinition) => void;
  readonly deployment: Deployment | undefined;
  /** Shows another form of the same target, where there is a way to it. */
  readonly openForm: ((id: AnyFormId) => void) | undefined;
  /** How often somebody tried to save: each time the fields at fault are marked, also those nobody has been in yet. */
  readonly attempts: number;
  /** The path of the field that a person is led to: what holds it opens itself. */
  readonly target: string | undefined;
}

export const FormContext = createContext<FormSurroundings | undefined>(undefined);

/** The whole profile definition with the form's changes in it; undefined in forms that edit something else. */
export const DefinitionContext = createContext<ProfileDefinition | undefined>(undefined);

/** Chooses what draws a control. */
export type ControlFor = (element: UiElement, schema: SchemaNode) => ComponentType<ControlProps>;

export const FormStateContext = createContext<FormState>({ data: undefined, faults: [], refused: [] });

/** The form as it is drawn now: what is typed may be drawn in the background, later than it is true in the store. */
export function useFormState(): FormState {
  return useContext(FormStateContext);
}

/** The form around a control. */
export function useForm(): FormSurroundings {
  const form = useContext(FormContext);
  if (!form) throw new Error('a control stands outside of a form');
  return form;
}

/** The definition around a control that refers to other parts of it. */
export function useDefinition(): ProfileDefinition | undefined {
  return useContext(DefinitionContext);
}

/** The text of a form by its name in the contract, such as system.auth.mode.label, if there is one. */
export function formText({ t, has }: Pick<Texts, 't' | 'has'>, name: string): string | undefined {
  const key = name.startsWith('profile.') ? name : `profile.${name}`;
  return has(key) ? t(key) : undefined;
}

/** The name of a choice. Country names, as of keyboard layouts, come from the browser. */
export function choiceText(texts: Texts, i18n: string | undefined, value: string): string {
  const own = formText(texts, `${i18n}.${value}`);
  if (own !== undefined) return own;
  const countries = new Intl.DisplayNames([intlTag(texts.language)], { type: 'region', fallback: 'code' });
  return /^[A-Z]{2}$/.test(value) ? (countries.of(value) ?? value) : value;
}
