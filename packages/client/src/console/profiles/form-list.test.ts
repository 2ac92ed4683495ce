import { FORM_DEFAULT, SETTINGS_FORMS } from '@berth/contract/profile/forms/all';
import { describe, expect, it } from 'vitest';
import { FORM_GROUPS, formAt, formById } from './form-list.ts';

const listed = FORM_GROUPS.flatMap(({ forms }) => forms);

describe('the editor’s forms', () => {
  it('are all that edit a definition, each once', () => {
    const ofDefinition = Object.entries(SETTINGS_FORMS).filter(([, form]) => form.target === 'definition');
    expect(listed.map(({ id }) => id).toSorted()).toEqual(ofDefinition.map(([id]) => id).toSorted());
  });

  it.each(listed)('$id edits the part that the contract says', ({ id, pointer }) => {
    expect(pointer).toBe(SETTINGS_FORMS[id].configptr);
  });

  it('include the one that is open at first', () => expect(formById(FORM_DEFAULT)?.id).toBe('customization'));

  it('know no others', () => expect(formById('machine/flex')).toBeUndefined());
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
