import type { UiElement } from '@berth/contract/profile/forms/ui';
import type { SchemaNode } from '@berth/contract/profile/nodes';
import { useTexts } from '@berth/web/i18n/store.ts';
import { useEffect, useState } from 'react';
import { afterPress } from '../../lib/pointer-press.ts';
import { formText, useForm } from '../form-context.ts';

/** What a control is given of its field. */
export interface ControlProps {
  readonly uischema: UiElement;
  readonly schema: FieldSchema;
  /** Where the field is in the form's data: keys and positions joined by dots. */
  readonly path: string;
  readonly data: unknown;
  /** What is wrong with it first, in words. */
  readonly fault: string | undefined;
  readonly required: boolean;
  readonly enabled: boolean;
}

/** What controls read of a field's schema. */
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

/** What every control of ours shows of a field. */
export interface Control {
  readonly label: string;
  readonly description: string | undefined;
  /** The field's fault, once the reader has had the chance to fill it in. */
  readonly error: string | undefined;
  readonly required: boolean;
  readonly disabled: boolean;
  readonly options: NonNullable<UiElement['options']>;
  /** Prefix of the field's texts. */
  readonly i18n: string;
  readonly set: (value: unknown) => void;
  /** The field was left: from now on its faults are shown. */
  readonly touch: () => void;
}

/** Turns what a control is given into what it shows. */
export function useControl({ path, uischema, fault, enabled, required }: ControlProps): Control {
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
    set: (value) => store.change(path, value),
    touch: () => setTouched(true),
  };
}

/**
 * What a text field hands on: an emptied field is no value, so that "required" is what is said of it, except where the
 * schema has the empty text as its default.
 */
export function emptied(schema: FieldSchema, text: string): string | undefined {
  return text === '' && schema.default !== '' ? undefined : text;
}

const BARE_HOST = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]*\.)+\p{L}{2,}(?::\d{1,5})?(?:[/?#]\S*)?$/u;

/** The address with https:// where somebody wrote a host only; anything else as it is. */
export function withScheme(text: string): string {
  const trimmed = text.trim();
  return BARE_HOST.test(trimmed) ? `https://${trimmed}` : trimmed;
}

/** The value, but while a pointer is down the one before: what appears under it would take its click elsewhere. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => afterPress(() => setSettled(value)), [value]);
  return settled;
}
