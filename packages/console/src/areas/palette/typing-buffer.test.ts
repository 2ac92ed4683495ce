// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { bufferTyping } from './typing-buffer.ts';

function press(...keys: readonly string[]): boolean[] {
  return keys.map((key) =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
  );
}

it('what is typed before the field is there is kept for it alone, until the field takes over', () => {
  const shortcut = vi.fn();
  addEventListener('keydown', shortcut);
  const typed = bufferTyping();
  expect(press('r', 'e', 'x', 'Backspace', 'c')).not.toContain(true);
  expect(shortcut).not.toHaveBeenCalled();
  expect(typed()).toBe('rec');
  expect(press('e', 'Escape')).not.toContain(false);
  expect(typed()).toBe('rec');
  expect(shortcut).toHaveBeenCalledTimes(2);
});

it('keys that type nothing go where they belong', () => {
  const typed = bufferTyping();
  expect(press('Escape', 'Tab', 'F5')).not.toContain(false);
  expect(typed()).toBe('');
});
