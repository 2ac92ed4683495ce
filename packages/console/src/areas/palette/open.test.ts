// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { bufferTyping } from './open.tsx';

function press(...keys: readonly string[]): boolean[] {
  return keys.map((key) =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
  );
}

it('typing before the field is rendered is kept for it, until the field takes over', () => {
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

it('keys that type nothing keep their effect', () => {
  const typed = bufferTyping();
  expect(press('Escape', 'Tab', 'F5')).not.toContain(false);
  expect(typed()).toBe('');
});
