import type { Deployment } from '@berth/contract/limits';
import type { ProfileDefinition } from '@berth/contract/profile/definition';
import type { UiElement } from '@berth/contract/profile/forms/ui';
import type { SchemaNode } from '@berth/contract/profile/nodes';
import { intlTag } from '@berth/web/i18n/locales.ts';
import type { Texts } from '@berth/web/i18n/texts.ts';
import { type ComponentType, createContext, type ReactNode, useContext, useMemo } from 'react';
import type { ControlProps } from './controls/use-control.ts';
import type { AnyFormId } from './form-definition.ts';
import type { FormState, FormStore } from './state/form-store.ts';

/** What controls need beyond their own value. Changes rarely: each change renders every control. */
export interface FormSurroundings {
  readonly store: FormStore;
  readonly controlFor: ControlFor;
  /** JSON pointer of the part of the target that the form edits. */
  readonly configptr: string;
  /** Changes other parts of the definition, as enabling an app does. */
  readonly changeDefinition: (update: (definition: ProfileDefinition) => ProfileDefinition) => void;
  readonly deployment: Deployment | undefined;
  /** Opens another form of the same target, if available. */
  readonly openForm: ((id: AnyFormId) => void) | undefined;
  /** Number of save attempts: each marks the invalid fields, including those never focused. */
  readonly attempts: number;
  /** The path of the field to focus: its containers open themselves. */
  readonly target: string | undefined;
}

export const FormContext = createContext<FormSurroundings | undefined>(undefined);

/** The whole profile definition including the form's changes; undefined in forms of other targets. */
export const DefinitionContext = createContext<ProfileDefinition | undefined>(undefined);

/** A web page's title and icon. */
export interface PageFacts {
  readonly reached: boolean;
  readonly title: string | null;
  /** A data URL. */
  readonly icon: string | null;
}
export type ReadPage = (url: string, signal: AbortSignal) => Promise<PageFacts>;

/** Reads a web page; undefined if unsupported. */
export const ReadPageContext = createContext<ReadPage | undefined>(undefined);

/** The other people in a field, by its JSON pointer into the target. */
export type PeopleInFields = ReadonlyMap<string, readonly string[]>;

/** Who else is in which field now; nobody in forms that are not shared. */
export const PeopleInFieldsContext = createContext<PeopleInFields>(new Map());

/** What stands beside a field, by its JSON pointer into the target: where its value comes from, whether it is locked. */
export type FieldMark = (pointer: string) => ReactNode;

/** Nothing in forms without layers. */
export const FieldMarkContext = createContext<FieldMark | undefined>(undefined);

/** Chooses the component of a control. */
export type ControlFor = (element: UiElement, schema: SchemaNode) => ComponentType<ControlProps>;

export const FormStateContext = createContext<FormState>({ data: undefined, faults: [], refused: [] });

/** The form's rendered state, which may lag behind the store's, because typing renders in the background. */
export function useFormState(): FormState {
  return useContext(FormStateContext);
}

/** The surrounding form of a control. */
export function useForm(): FormSurroundings {
  const form = useContext(FormContext);
  if (!form) throw new Error('a control stands outside of a form');
  return form;
}

/** The surrounding definition, for controls that refer to other parts of it. */
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

interface Depth {
  /** Number of enclosing groups, for the level of the next heading. */
  readonly groups: number;
  /** Whether it is inside a list entry or a control, where headings are smaller. */
  readonly isInner: boolean;
}

const DepthContext = createContext<Depth>({ groups: 0, isInner: false });

export const Deeper = DepthContext.Provider;

export function useDepth(): Depth {
  return useContext(DepthContext);
}

/** A part of a form inside a list entry or a control. */
export function Inner({ children }: { readonly children: ReactNode }): ReactNode {
  const { groups } = useDepth();
  const depth = useMemo(() => ({ groups, isInner: true }), [groups]);
  return <Deeper value={depth}>{children}</Deeper>;
}
