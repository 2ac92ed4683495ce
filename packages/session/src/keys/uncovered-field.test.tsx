// @vitest-environment happy-dom
import { act } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { showSession } from '../testing/session-page.tsx';
import { useUncoveredField } from './uncovered-field.ts';

function Form() {
  useUncoveredField();
  return (
    <dialog open>
      <input name="upper" />
      <input name="lower" />
    </dialog>
  );
}

/** A dialog with a field at the top and one at the bottom of a screen that is 768 pixels high. */
async function showForm(zoom = 1) {
  vi.stubGlobal('innerHeight', 768);
  Object.defineProperty(HTMLElement.prototype, 'currentCSSZoom', { value: zoom, configurable: true });
  const bottom = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return { bottom: this.getAttribute('name') === 'lower' ? 700 : 200 } as DOMRect;
  });
  onTestFinished(() => bottom.mockRestore());
  const { page, state } = await showSession(<Form />);
  const cover = (covered: number) =>
    act(async () => state.set({ keyboard: { layout: 'DE', layouts: ['DE'], onScreen: true, covered } }));
  const field = (name: string) => page.querySelector<HTMLInputElement>(`[name=${name}]`);
  return { cover, field, place: () => page.querySelector('dialog')?.style.translate };
}

test('a dialog moves up as far as the on-screen keyboard would cover its field, and back', async () => {
  const { cover, field, place } = await showForm();
  field('lower')?.focus();
  await cover(300);
  expect(place()).toBe('0 -248px');
  await act(async () => field('upper')?.focus());
  expect(place()).toBe('');
  await act(async () => field('lower')?.focus());
  expect(place()).toBe('0 -248px');
  await cover(0);
  expect(place()).toBe('');
});

test.each([
  [2, '0 -124px'],
  [0.5, '0 -496px'],
])('on a page enlarged %d times the field moves as far as on the screen', async (zoom, translate) => {
  const { cover, field, place } = await showForm(zoom);
  field('lower')?.focus();
  await cover(300);
  expect(place()).toBe(translate);
});
