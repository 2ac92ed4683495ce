// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished } from 'vitest';
import { WidgetProvider } from '../../ui/mantine/provider.tsx';
import { SaveStrip } from './save-strip.tsx';

it('keeps the focus in the field while its buttons are pressed, so that nothing moves under the mouse', () => {
  const pressed: string[] = [];
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const note = (what: string) => () => void pressed.push(what);
  flushSync(() =>
    root.render(
      <WidgetProvider>
        <SaveStrip busy={false} onSave={note('save')} onDiscard={note('discard')} />
      </WidgetProvider>,
    ),
  );
  onTestFinished(() => root.unmount());
  const buttons = [...place.querySelectorAll('button')];
  expect(buttons).toHaveLength(2);
  for (const button of buttons) {
    expect(button.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }))).toBe(false);
    button.click();
  }
  expect(pressed).toEqual(['discard', 'save']);
});
