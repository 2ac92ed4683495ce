// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followScreenSize, restoreAppearance } from './appearance.ts';

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

function screen(width: number, height: number): void {
  vi.stubGlobal('innerWidth', width);
  vi.stubGlobal('innerHeight', height);
}

test('without a profile the page scales with the screen: the setup wizard on 4K and on a rotated monitor', () => {
  const zoom = () => document.documentElement.style.getPropertyValue('zoom');
  screen(3840, 2160);
  restoreAppearance();
  expect(zoom()).toBe('2');
  followScreenSize();
  screen(1080, 1920);
  dispatchEvent(new Event('resize'));
  expect(zoom()).toBe('1');
  screen(1280, 720);
  dispatchEvent(new Event('resize'));
  expect(zoom()).toBe('0.875');
});
