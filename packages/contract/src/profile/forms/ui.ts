/**
 * UI schemas in the vocabulary of JSON Forms, and the words to write them with. Texts are never in them: `i18n` is the
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

/** What a control needs beyond its schema. */
export interface UiOptions {
  /** The kind of control where the schema's type is not enough. */
  readonly format?: UiFormat;
  /** What a number counts; shown beside it. */
  readonly unit?: 'seconds' | 'minutes' | 'percent';
  readonly multi?: true;
  /** How an entry of a list, or an object, is edited. */
  readonly detail?: UiElement;
  /** The field that names a list's entries. */
  readonly elementLabelProp?: string;
  /** The sibling list whose entries are the choices, named by `elementLabelProp`. */
  readonly entriesOf?: string;
  /** Fields of the same object that are named by this one while they are empty. */
  readonly named?: readonly string[];
  /** What a file's name has to end with. */
  readonly accept?: string;
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

/** Shows, hides or disables an element by the value of another field of the same object. */
export interface UiRule {
  readonly effect: 'SHOW' | 'HIDE' | 'ENABLE' | 'DISABLE';
  readonly condition: { readonly scope: string; readonly schema: Readonly<Record<string, unknown>> };
}

interface Extras extends UiOptions {
  readonly rule?: UiRule;
  /** Replaces the prefix that follows from the path, for fields that occur in several places. */
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

/** The words that forms of one type of object are written with: only its fields can be named. */
interface Fields<Value> {
  readonly control: (path: FieldPath<Value>, extras?: Extras) => UiElement;
  readonly showIf: (path: FieldPath<Value>, value: string | boolean) => UiRule;
  readonly hideIf: (path: FieldPath<Value>, value: string | boolean) => UiRule;
  readonly enableIf: (path: FieldPath<Value>, value: string | boolean) => UiRule;
  readonly showIfFilled: (path: FieldPath<Value>) => UiRule;
}

/** Controls and rules of one object: the keys of its texts begin with the prefix. */
export function fieldsOf<Value>(prefix: string): Fields<Value> {
  return { control: controlsOf(prefix), showIf, hideIf, enableIf, showIfFilled };
}

/** Makes controls of one object: `path` names a field, parts separated by slashes; text keys follow from it. */
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

/** Elements one below the other. */
export function column(...elements: readonly UiElement[]): UiElement {
  return { type: 'VerticalLayout', elements };
}

/** Elements side by side where there is room. */
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

/** Shown once something is written in the field. */
export function showIfFilled(path: string): UiRule {
  return { effect: 'SHOW', condition: { scope: scopeOf(path), schema: { type: 'string', minLength: 1 } } };
}

/** Can be changed only while the field has this value. */
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
