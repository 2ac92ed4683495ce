// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { openFieldForm } from '../../testing/form-field.tsx';
import { WidgetProvider } from '../../ui/mantine/provider.tsx';
import { ColorControl } from './color.tsx';
import type { ControlProps } from './use-control.ts';
import { flushPendingEdits } from './use-edit.ts';

/** The field of a color with the focus in it. */
function open() {
  const schema = { type: 'string', title: 'Color', default: '#171799' } as const;
  const form = openFieldForm({ color: schema }, { color: '#171799' });
  const field = { path: 'color', schema, data: '#171799', enabled: true, uischema: { type: 'Control', scope: '' } };
  form.draw(
    <WidgetProvider>
      <ColorControl {...(field as unknown as ControlProps)} />
    </WidgetProvider>,
  );
  form.input().focus();
  return form;
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
