/**
 * UI schemas in the vocabulary of JSON Forms, and the functions that build them. They contain no texts: `i18n` is the
 * prefix of a text's key (.label, .description and, for a choice, the value).
 */

export interface UiElement {
  readonly type: 'Control' | 'Group' | 'VerticalLayout' | 'HorizontalLayout';
  readonly scope?: string;
  readonly i18n?: string;
  readonly elements?: readonly UiElement[];
  readonly options?: UiOptions;
  readonly rule?: UiRule;
}

/** A control's options besides its schema. */
export interface UiOptions {
  /** The kind of control, if the schema's type is not enough. */
  readonly format?: UiFormat;
  /** A number's unit, shown next to it. */
  readonly unit?: 'seconds' | 'minutes' | 'percent' | 'megabits';
  readonly multi?: true;
  /** The form of a list's entries, or of an object. */
  readonly detail?: UiElement;
  /** The field that names a list's entries. */
  readonly elementLabelProp?: string;
  /** The sibling list whose entries are the choices, named by `elementLabelProp`. */
  readonly entriesOf?: string;
  /** Fields of the same object that are filled from this one while empty. */
  readonly named?: readonly string[];
  /** Required ending of a file's name. */
  readonly accept?: string;
  /** What a file is read as, if it is not text: certificates become PEM. */
  readonly content?: 'certificates';
}

export type UiFormat =
  | 'radio'
  | 'slider'
  | 'html'
  | 'file'
  | 'icon'
  | 'symbol'
  | 'picture'
  | 'page'
  | 'computer'
  | 'app-list'
  | 'session'
  | 'time-zone'
  | 'entry'
  | 'widget-grid';

/** Shows, hides or disables an element depending on another field of the same object. */
export interface UiRule {
  readonly effect: 'SHOW' | 'HIDE' | 'ENABLE' | 'DISABLE';
  readonly condition: { readonly scope: string; readonly schema: Readonly<Record<string, unknown>> };
}

interface Extras extends UiOptions {
  readonly rule?: UiRule;
  /** Replaces the prefix derived from the path, for fields that occur in several places. */
  readonly i18n?: string;
}

/** A field of an object, or of objects in it, its parts separated by slashes; '' is the object itself. */
export type FieldPath<Value> = '' | (Value extends readonly unknown[] ? never : InnerPath<Value>);
type InnerPath<Value> = Value extends object
  ? {
      [Key in keyof Value & string]: NonNullable<Value[Key]> extends readonly unknown[]
        ? Key
        : Key | `${Key}/${InnerPath<NonNullable<Value[Key]>>}`;
    }[keyof Value & string]
  : never;

/** Builders for the forms of one type of object, which accept only its fields. */
interface Fields<Value> {
  readonly control: (path: FieldPath<Value>, extras?: Extras) => UiElement;
  readonly showIf: (path: FieldPath<Value>, value: string | boolean) => UiRule;
  readonly hideIf: (path: FieldPath<Value>, value: string | boolean) => UiRule;
  readonly enableIf: (path: FieldPath<Value>, value: string | boolean) => UiRule;
  readonly showIfFilled: (path: FieldPath<Value>) => UiRule;
}

/** Builders of controls and rules of one object; its text keys begin with the prefix. */
export function fieldsOf<Value>(prefix: string): Fields<Value> {
  return { control: controlsOf(prefix), showIf, hideIf, enableIf, showIfFilled };
}

/** Builds controls of one object: `path` is a field, its parts separated by slashes, and determines its text keys. */
export function controlsOf(prefix: string): (path: string, extras?: Extras) => UiElement {
  return (path, { rule, i18n, ...options } = {}) => ({
    type: 'Control',
    scope: scopeOf(path),
    i18n: i18n ?? [prefix, ...path.split('/').filter(Boolean)].join('.'),
    ...(Object.keys(options).length > 0 ? { options } : {}),
    ...(rule ? { rule } : {}),
  });
}

/** A titled group. */
export function group(i18n: string, elements: readonly UiElement[], rule?: UiRule): UiElement {
  return { type: 'Group', i18n, elements, ...(rule ? { rule } : {}) };
}

/** Elements below each other. */
export function column(...elements: readonly UiElement[]): UiElement {
  return { type: 'VerticalLayout', elements };
}

/** Elements side by side, if there is room. */
export function row(...elements: readonly UiElement[]): UiElement {
  return { type: 'HorizontalLayout', elements };
}

/** Shown while the field has this value. */
export function showIf(path: string, value: string | boolean): UiRule {
  return { effect: 'SHOW', condition: { scope: scopeOf(path), schema: { const: value } } };
}

/** Hidden while the field has this value. */
export function hideIf(path: string, value: string | boolean): UiRule {
  return { effect: 'HIDE', condition: { scope: scopeOf(path), schema: { const: value } } };
}

/** Shown while the field is not empty. */
export function showIfFilled(path: string): UiRule {
  return { effect: 'SHOW', condition: { scope: scopeOf(path), schema: { type: 'string', minLength: 1 } } };
}

/** Enabled while the field has this value. */
export function enableIf(path: string, value: string | boolean): UiRule {
  return { effect: 'ENABLE', condition: { scope: scopeOf(path), schema: { const: value } } };
}

function scopeOf(path: string): string {
  return [
    '#',
    ...path
      .split('/')
      .filter(Boolean)
      .map((part) => `properties/${part}`),
  ].join('/');
}
