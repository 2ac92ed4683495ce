import { describe, expect, it } from 'vitest';
import { inTheme, SCREENS, scaleToFit } from './screens.ts';

describe('a previewed screen', () => {
  it.each(SCREENS)('of $width x $height fits into its place', (screen) => {
    const scale = scaleToFit(screen, { width: 800, height: 400 });
    expect(screen.width * scale).toBeLessThanOrEqual(800);
    expect(screen.height * scale).toBeLessThanOrEqual(400);
  });

  it('is never larger than it is', () =>
    expect(scaleToFit({ width: 1280, height: 1024 }, { width: 5000, height: 5000 })).toBe(1));
});

describe('a theme to look at', () => {
  const definition = { system: { auth: { mode: 'auto-login' }, customization: { 'global-dark-theme': true } } };

  it('changes nothing but the theme', () =>
    expect(inTheme(definition, 'light')).toEqual({
      system: { auth: { mode: 'auto-login' }, customization: { 'global-dark-theme': false } },
    }));

  it('is the profile’s own where none is chosen', () => expect(inTheme(definition, 'profile')).toBe(definition));

  it('is there for an empty definition too', () =>
    expect(inTheme({}, 'dark')).toEqual({ system: { customization: { 'global-dark-theme': true } } }));
});
