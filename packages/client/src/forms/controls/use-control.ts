import type { UiElement } from '@berth/contract/profile/forms/ui';
import type { SchemaNode } from '@berth/contract/profile/nodes';
import type { ControlProps } from '@jsonforms/core';
import { useState, useSyncExternalStore } from 'react';
import { useTexts } from '../../i18n/store.ts';
import { useForm } from '../form-context.ts';
import { keysOf } from '../state/at.ts';
import { formText } from '../texts.ts';
import { isRequiredNow } from '../validation/required.ts';
import { useSettled } from './use-settled.ts';

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

/** Turns what JSON Forms hands a control into what our controls show. */
export function useControl({ path, uischema, errors, enabled, required }: ControlProps): Control {
  const texts = useTexts();
  const { store } = useForm();
  const [touched, setTouched] = useState(false);
  const requiredNow = useSyncExternalStore(store.subscribe, () => {
    const { schema, data } = store.core();
    return isRequiredNow(schema as SchemaNode, data, keysOf(path));
  });
  const { i18n = '', options = {} } = uischema as unknown as UiElement;
  // JSON Forms joins a field's faults by line breaks: the first says what to do first.
  const fault = touched || store.isMarked(path) ? errors.split('\n')[0] || undefined : undefined;
  return {
    label: formText(texts, `${i18n}.label`) ?? i18n,
    description: formText(texts, `${i18n}.description`),
    error: useSettled(fault),
    required: required === true || requiredNow,
    disabled: !enabled,
    options,
    i18n,
    set: (value) => store.change(path, value),
    touch: () => setTouched(true),
  };
}
