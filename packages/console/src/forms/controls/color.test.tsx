// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished } from 'vitest';
import { WidgetProvider } from '../../ui/mantine/provider.tsx';
import { FormContext } from '../form-context.tsx';
import { createFormStore } from '../state/form-store.ts';
import { ColorControl } from './color.tsx';
import type { ControlProps } from './use-control.ts';
import { flushPendingEdits } from './use-edit.ts';

/** The field of a color with the focus in it. */
function open() {
  const schema = { type: 'string', title: 'Color', default: '#171799' } as const;
  const form = {
    schema: { type: 'object', properties: { color: schema } },
    uischema: { type: 'VerticalLayout', elements: [] },
    validate: () => true,
  } as const;
  const store = createFormStore(form, { color: '#171799' }, () => undefined);
  const surroundings = {
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
  const field = { path: 'color', schema, data: '#171799', enabled: true, uischema: { type: 'Control', scope: '' } };
  flushSync(() =>
    root.render(
      <WidgetProvider>
        <FormContext.Provider value={surroundings}>
          <ColorControl {...(field as unknown as ControlProps)} />
        </FormContext.Provider>
      </WidgetProvider>,
    ),
  );
  const input = place.querySelector<HTMLInputElement>('input:not([type=color])');
  if (!input) throw new Error('no field');
  input.focus();
  const type = (text: string) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    flushSync(() => input.dispatchEvent(new InputEvent('input', { bubbles: true })));
  };
  return { store, type };
}

it.each([
  ['0b6e4f', '#0B6E4F'],
  ['#0b6e4f', '#0B6E4F'],
  ['abc', '#AABBCC'],
])('a color typed as %s is completed at once where it is saved with the focus in its field', (typed, saved) => {
  const { store, type } = open();
  type(typed);
  flushPendingEdits();
  expect(store.state().data).toEqual({ color: saved });
});
