// @vitest-environment happy-dom
import { SETTINGS_FORMS } from '@berth/contract/profile/forms/all';
import type { UiElement } from '@berth/contract/profile/forms/ui';
import { createElement } from 'react';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { showConsolePart } from '../../testing/console-part.tsx';
import { PAGES, pageWith, partAt } from './form-list.ts';
import { FormNav } from './form-nav.tsx';

const listed = PAGES.flatMap(({ parts }) => parts);

/** The names of a definition's part that form fields edit: the form's own, or those of objects in it. */
function fieldsOfForm(id: keyof typeof SETTINGS_FORMS): string[] {
  const own = (element: UiElement): string[] =>
    element.scope === undefined ? (element.elements ?? []).flatMap(own) : [element.scope.split('/')[2] ?? ''];
  return [...new Set(own(SETTINGS_FORMS[id].uischema))];
}

describe('the editor’s pages', () => {
  const ofDefinition = Object.entries(SETTINGS_FORMS).filter(([, form]) => form.target === 'definition');

  it.each(ofDefinition.map(([id]) => id as keyof typeof SETTINGS_FORMS))('show each field of %s once', (id) => {
    const parts = listed.filter(({ form }) => form === id);
    for (const field of fieldsOfForm(id)) {
      expect(
        parts.filter(({ owns }) => owns?.(field) ?? true),
        field,
      ).toHaveLength(1);
    }
  });

  it.each(listed)('$form edits the part declared in the contract', ({ form, pointer }) => {
    expect(pointer).toBe(SETTINGS_FORMS[form].configptr);
  });

  it.each([
    ['/manage/profile/p1', 'customization'],
    ['/manage/profile/p1?form=network/wifi', 'network/wifi'],
    ['/manage/profile/p1?form=theme', 'customization'],
    ['/manage/profile/p1?form=network/dns', 'network/wifi'],
  ])('the path %s opens the form %s', async (address, open) => {
    const nav = createElement(FormNav, {
      draft: { patch: {}, faults: [], definition: {}, attempts: 0 },
      others: [],
      onFind: () => undefined,
    });
    const page = await showConsolePart(createElement(MemoryRouter, { initialEntries: [address] }, nav));
    expect(page.querySelectorAll('[aria-current]')).toHaveLength(1);
    expect(page.querySelector('[aria-current]')?.getAttribute('href')).toContain(`?form=${open}`);
    expect(pageWith(open)?.id).toBe(open);
  });

  it('contain no other forms', () => expect(pageWith('machine/flex')).toBeUndefined());
});

describe('a fault', () => {
  it.each([
    ['/thinhoc/customization/color_primary', 'customization', 'customization'],
    ['/thinhoc/customization/info_section_content', 'customization', 'dashboard'],
    ['/thinhoc/customization/keyboard_layouts/0', 'customization', 'accessibility'],
    ['/thinhoc/customization/dashboard/layouts/0/name', 'dashboard', 'dashboard'],
    ['/thinhoc/sessions/rdp/3/display_name', 'sessions/rdp', 'sessions/rdp'],
    ['/system/network/wifi/client/ssid', 'network/wifi', 'network/wifi'],
    ['/system/network/dns/servers4/0', 'network/dns', 'network/wifi'],
    ['/thinhoc/sip', 'sip', 'mirror'],
  ])('at %s is corrected in %s on the page %s', (path, form, page) => {
    expect(partAt(path)?.part.form).toBe(form);
    expect(partAt(path)?.page.id).toBe(page);
  });

  it('outside every form has none', () => expect(partAt('/version')).toBeUndefined());
});
