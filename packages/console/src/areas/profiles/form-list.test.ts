// @vitest-environment happy-dom
import { SETTINGS_FORMS } from '@berth/contract/profile/forms/all';
import { createElement } from 'react';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { showConsolePart } from '../../testing/console-part.tsx';
import { FORM_GROUPS, formAt, formById } from './form-list.ts';
import { FormNav } from './form-nav.tsx';

const listed = FORM_GROUPS.flatMap(({ forms }) => forms);

describe('the editor’s forms', () => {
  it('cover the whole definition, each form once', () => {
    const ofDefinition = Object.entries(SETTINGS_FORMS).filter(([, form]) => form.target === 'definition');
    expect(listed.map(({ id }) => id).toSorted()).toEqual(ofDefinition.map(([id]) => id).toSorted());
  });

  it.each(listed)('$id edits the part declared in the contract', ({ id, pointer }) => {
    expect(pointer).toBe(SETTINGS_FORMS[id].configptr);
  });

  it.each([
    ['/manage/profile/p1', 'customization'],
    ['/manage/profile/p1?form=network/wifi', 'network/wifi'],
  ])('the path %s opens the form %s', async (address, open) => {
    const nav = createElement(FormNav, { patch: {}, faults: [] });
    const page = await showConsolePart(createElement(MemoryRouter, { initialEntries: [address] }, nav));
    expect(page.querySelectorAll('[aria-current]')).toHaveLength(1);
    expect(page.querySelector('[aria-current]')?.getAttribute('href')).toContain(`?form=${open}`);
    expect(formById(open)?.id).toBe(open);
  });

  it('contains no other forms', () => expect(formById('machine/flex')).toBeUndefined());
});

describe('a fault', () => {
  it.each([
    ['/thinhoc/customization/color_primary', 'customization'],
    ['/thinhoc/customization/dashboard/layouts/0/name', 'dashboard'],
    ['/thinhoc/sessions/rdp/3/display_name', 'sessions/rdp'],
    ['/system/network/wifi/client/ssid', 'network/wifi'],
    ['/system/network/dns/servers4/0', 'network/dns'],
    ['/thinhoc/sip', 'sip'],
  ])('at %s is corrected in %s', (path, form) => expect(formAt(path)?.id).toBe(form));

  it('outside every form has none', () => expect(formAt('/version')).toBeUndefined());
});
