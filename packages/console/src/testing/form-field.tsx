import type { SchemaNode } from '@berth/contract/profile/nodes';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import { FormContext, type FormSurroundings } from '../forms/form-context.tsx';
import { createFormStore, type FormStore } from '../forms/state/form-store.ts';

interface FieldForm {
  readonly store: FormStore;
  /** Renders a field of the form, in place of the one before. */
  readonly draw: (field: ReactNode) => void;
  /** The input that is rendered. */
  readonly input: () => HTMLInputElement;
  /** Replaces the text of the input. */
  readonly type: (text: string) => void;
}

/** A form without a layout, of which a test renders single fields until it ends. */
export function openFieldForm(properties: Readonly<Record<string, SchemaNode>>, data: object): FieldForm {
  const form = {
    schema: { type: 'object', properties },
    uischema: { type: 'VerticalLayout', elements: [] },
    validate: () => true,
  } as const;
  const store = createFormStore(form, data, () => undefined);
  const surroundings: FormSurroundings = {
    store,
    controlFor: () => () => null,
    configptr: '',
    changeDefinition: () => undefined,
    deployment: undefined,
    openForm: undefined,
    attempts: 0,
    target: undefined,
  };
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  const input = () => {
    const found = place.querySelector<HTMLInputElement>('input:not([type=color])');
    if (!found) throw new Error('no field');
    return found;
  };
  return {
    store,
    draw: (field) =>
      flushSync(() => root.render(<FormContext.Provider value={surroundings}>{field}</FormContext.Provider>)),
    input,
    type: (text) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(), text);
      flushSync(() => input().dispatchEvent(new InputEvent('input', { bubbles: true })));
    },
  };
}
