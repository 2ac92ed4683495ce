import type { UiElement } from '@berth/contract/profile/forms/ui';
import type { SchemaNode } from '@berth/contract/profile/nodes';
import { useTexts } from '@berth/web/i18n/store.ts';
import { useEffect, useState } from 'react';
import { afterPress } from '../../lib/pointer-press.ts';
import { formText, useForm } from '../form-context.tsx';
import { noteSecret } from '../state/typed-secrets.ts';

/** Props of every control. */
export interface ControlProps {
  readonly uischema: UiElement;
  readonly schema: FieldSchema;
  /** The field's path in the form's data: keys and positions joined by dots. */
  readonly path: string;
  readonly data: unknown;
  /** Its first fault, as text. */
  readonly fault: string | undefined;
  readonly required: boolean;
  readonly enabled: boolean;
}

/** The parts of a field's schema that controls read. */
export interface FieldSchema extends SchemaNode {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly items?: FieldSchema;
}

/** What every control shows of a field. */
export interface Control {
  readonly label: string;
  readonly description: string | undefined;
  /** The field's fault, once the user had the chance to fill it in. */
  readonly error: string | undefined;
  readonly required: boolean;
  readonly disabled: boolean;
  readonly options: NonNullable<UiElement['options']>;
  /** Prefix of the field's text keys. */
  readonly i18n: string;
  readonly set: (value: unknown) => void;
  /** Marks the field as left: its faults show from now on. */
  readonly touch: () => void;
}

/** Derives what a control shows from its props. */
export function useControl({ path, uischema, schema, fault, enabled, required }: ControlProps): Control {
  const texts = useTexts();
  const { store } = useForm();
  const [touched, setTouched] = useState(false);
  const { i18n = '', options = {} } = uischema;
  return {
    label: formText(texts, `${i18n}.label`) ?? i18n,
    description: formText(texts, `${i18n}.description`),
    error: useSettled(touched || store.isMarked(path) ? fault : undefined),
    required,
    disabled: !enabled,
    options,
    i18n,
    set: (value) => {
      if (schema.writeOnly === true) noteSecret(path.split('.').at(-1) ?? '', value);
      store.change(path, value);
    },
    touch: () => setTouched(true),
  };
}

/**
 * The value of a text field: an empty field has no value, so that its fault is "required", unless the schema's default
 * is an empty text.
 */
export function emptied(schema: FieldSchema, text: string): string | undefined {
  return text === '' && schema.default !== '' ? undefined : text;
}

const BARE_HOST = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]*\.)+\p{L}{2,}(?::\d{1,5})?(?:[/?#]\S*)?$/u;

/** Adds https:// to a bare host; other text stays unchanged. */
export function withScheme(text: string): string {
  const trimmed = text.trim();
  return BARE_HOST.test(trimmed) ? `https://${trimmed}` : trimmed;
}

/** The value, delayed while a pointer is down: content appearing under it would divert its click. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => afterPress(() => setSettled(value)), [value]);
  return settled;
}
