import { defaultDefinition } from '@berth/contract/profile/defaults';
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
  const definition = defaultDefinition();

  it('changes nothing but the theme', () => {
    const { system, ...rest } = definition;
    const light = { ...system, customization: { ...system.customization, 'global-dark-theme': false } };
    expect(inTheme(definition, 'light')).toEqual({ ...rest, system: light });
  });

  it('is the profile’s own where none is chosen', () => expect(inTheme(definition, 'profile')).toBe(definition));
});
