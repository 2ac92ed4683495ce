import { describe, expect, it } from 'vitest';
import { ENTRY_LISTS, entryKeys, isComplete, isOfTheProfile, keyOfEntry, placeAt } from './lists.ts';
import { root } from './root.ts';

const slides = '/thinhoc/screensaver/slides';
const accounts = '/thinhoc/sip/accounts';

describe('the keys of entries', () => {
  it.each([
    ['/thinhoc/sessions/rdp', 'display_name'],
    ['/thinhoc/sessions/webapp', 'display_name'],
    ['/thinhoc/sessions/webbrowser/*/search_engine_providers', 'name'],
    [accounts, 'user'],
    ['/thinhoc/customization/dashboard/layouts', 'name'],
    ['/thinhoc/customization/dashboard/layouts/*/layout', 'id'],
    ['/thinhoc/customization/custom_ping_indicators', 'name'],
    [slides, 'title'],
  ])('of %s are their %s', (list, field) => {
    expect(entryKeys(list, [{ [field]: 'One', other: 1 }, { [field]: 'Two' }])).toEqual(['one', 'two']);
  });

  it('are texts themselves in a list of texts', () => {
    expect(entryKeys('/thinhoc/customization/keyboard_layouts', ['DE', 'FR'])).toEqual(['de', 'fr']);
  });

  it('do not depend on capital letters, spaces around them, or how accents are written', () => {
    const [composed, decomposed] = ['Caf\u00e9', ' CAFE\u0301 '];
    expect(entryKeys(slides, [{ title: decomposed }])).toEqual(entryKeys(slides, [{ title: composed }]));
    expect(keyOfEntry(slides, decomposed)).toBe(keyOfEntry(slides, composed));
  });

  it('have a number from the second of a name', () => {
    const entries = ['anna', 'Anna', 'ANNA'].map((user) => ({ user }));
    expect(entryKeys(accounts, entries)).toEqual(['anna', 'anna#2', 'anna#3']);
  });

  it('are of the content where there is no name, wherever the entry is', () => {
    const [first, second, third] = [{ duration: 5 }, { duration: 6 }, { title: '', duration: 56 }];
    const [a, b, c] = entryKeys(slides, [first, second, third]);
    expect(entryKeys(slides, [third, first, second])).toEqual([c, a, b]);
    expect(new Set([a, b, c]).size).toBe(3);
    for (const key of [a, b, c]) expect(key).toMatch(/^=[0-9a-f]{8}$/);
    // Written down: layers keep paths with such keys in their locks.
    expect(entryKeys('/thinhoc/autostart', [{ session_type: 'webapp', session: 'mail' }])).toEqual(['=fab652b0']);
    expect(entryKeys(slides, [{ duration: 130 }])).toEqual(['=010729cb']);
  });

  it('are one for the free browser, whatever it is called', () => {
    expect(entryKeys('/thinhoc/sessions/webbrowser', [{ display_name: 'Internet' }])).toEqual(['browser']);
    expect(keyOfEntry('/thinhoc/sessions/webbrowser', 'Internet')).toBe('browser');
    expect(keyOfEntry('/thinhoc/sessions/webapp', 'Internet')).toBe('internet');
  });
});

describe('entries', () => {
  it('are named by people in lists outside of other lists', () => {
    expect(ENTRY_LISTS).toContain('/thinhoc/sessions/webapp');
    expect(ENTRY_LISTS).toContain('/thinhoc/sessions/webbrowser');
    expect(ENTRY_LISTS.filter((list) => placeAt(root(), list)?.kind !== 'list')).toEqual([]);
    expect(ENTRY_LISTS.filter((list) => list.includes('*'))).toEqual([]);
  });

  it('are complete with all fields that have no default', () => {
    const entry = placeAt(root(), `${slides}/one`);
    const webapp = placeAt(root(), '/thinhoc/sessions/webapp/mail');
    if (!entry || !webapp) throw new Error('The definition has no such lists.');
    const mail = { display_name: 'Mail', window_title: 'Mail', url: 'https://mail.example/' };
    expect(isComplete(webapp, mail)).toBe(true);
    expect(isComplete(webapp, { ...mail, url: undefined })).toBe(true);
    expect(isComplete(webapp, { display_name: 'Mail', window_title: 'Mail' })).toBe(false);
    expect(isComplete(webapp, 'Mail')).toBe(false);
    expect(isComplete(entry, {})).toBe(true);
  });
});

describe('what is of the profile', () => {
  it('is its version, and its apps with all that is in them', () => {
    expect(['/version', '/thinhoc/apps', '/thinhoc/apps/enabled'].every(isOfTheProfile)).toBe(true);
    expect(['', '/thinhoc', '/thinhoc/appstore', '/versions', '/system'].some(isOfTheProfile)).toBe(false);
  });
});
