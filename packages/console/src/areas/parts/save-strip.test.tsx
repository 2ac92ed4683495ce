// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { showConsolePart } from '../../testing/console-part.tsx';
import { SaveStrip } from './save-strip.tsx';

it('keeps the focus in the field while its buttons are pressed, so that nothing moves under the mouse', async () => {
  const pressed: string[] = [];
  const note = (what: string) => () => void pressed.push(what);
  const place = await showConsolePart(<SaveStrip busy={false} onSave={note('save')} onDiscard={note('discard')} />);
  const buttons = [...place.querySelectorAll('button')];
  expect(buttons).toHaveLength(2);
  for (const button of buttons) {
    expect(button.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }))).toBe(false);
    button.click();
  }
  expect(pressed).toEqual(['discard', 'save']);
});
