import { describe, expect, it } from 'vitest';
import { withPart } from './merge-part.ts';

const mail = { display_name: 'Mail', window_title: 'Mail', url: 'https://mail.example/' };
const wiki = { display_name: 'Wiki', window_title: 'Wiki', url: 'https://wiki.example/' };
const sessions = (...webapp: object[]) => ({ thinhoc: { sessions: { webapp } } });

describe('a definition with a part in it', () => {
  it('has the values of the part, and keeps all others', () => {
    const before = { version: 2, thinhoc: { customization: { color_primary: '#111111', show_linkup: false } } };
    const part = { system: { clock: {} }, thinhoc: { customization: { color_primary: '#222222' }, sip: {} } };
    expect(withPart(before, part)).toEqual({
      version: 2,
      system: { clock: {} },
      thinhoc: { customization: { color_primary: '#222222', show_linkup: false }, sip: {} },
    });
    expect(before.thinhoc.customization.color_primary).toBe('#111111');
  });

  it('has its entries in their order, changed by those of the same name, and new ones after them', () => {
    const before = sessions(mail, wiki);
    const part = sessions({ display_name: 'Time' }, { display_name: 'MAIL', disablePinchToZoom: true });
    expect(withPart(before, part)).toEqual(
      sessions({ ...mail, display_name: 'MAIL', disablePinchToZoom: true }, wiki, { display_name: 'Time' }),
    );
    expect(before).toEqual(sessions(mail, wiki));
  });

  it('merges lists inside of entries', () => {
    const layouts = (...tiles: object[]) => ({
      thinhoc: { customization: { dashboard: { layouts: [{ name: 'Lobby', layout: tiles }] } } },
    });
    const clock = { type: 'text', text: { text: 'Clock' } };
    const image = { type: 'image', image: {} };
    const before = layouts({ id: 'a', x: 0, y: 1, widget: clock }, { id: 'b', x: 2, widget: clock });
    expect(withPart(before, layouts({ id: 'a', x: 5, widget: image }))).toEqual(
      layouts({ id: 'a', x: 5, y: 1, widget: image }, { id: 'b', x: 2, widget: clock }),
    );
  });

  it('has each text of a list once', () => {
    const layouts = (...keyboard_layouts: string[]) => ({ thinhoc: { customization: { keyboard_layouts } } });
    expect(withPart(layouts('DE', 'FR'), layouts('IT', 'FR'))).toEqual(layouts('DE', 'FR', 'IT'));
  });

  it('has the whole list of the part where it had none', () => {
    expect(withPart({}, sessions(mail))).toEqual(sessions(mail));
    expect(withPart({ thinhoc: { sessions: { webapp: null } } }, sessions(mail))).toEqual(sessions(mail));
  });

  it('has references as the part says, without fields of those before', () => {
    const kiosk = { session_type: 'webapp', session_index: 1, app_instance: 'a::b' };
    const other = { session_type: 'rdp', session_index: 0 };
    expect(withPart({ thinhoc: { kiosk } }, { thinhoc: { kiosk: other } })).toEqual({ thinhoc: { kiosk: other } });
  });

  it('takes what does not fit the schema as it is, for the validation to report', () => {
    for (const thinhoc of [null, 'text', { sessions: 1 }, { sessions: { webapp: {} } }, { unknown: { field: 1 } }])
      expect(withPart({}, { thinhoc })).toEqual({ thinhoc });
    expect(withPart(sessions(mail), { thinhoc: { sessions: { webapp: 'Mail' } } })).toEqual({
      thinhoc: { sessions: { webapp: 'Mail' } },
    });
    expect(withPart({ thinhoc: 'text' }, sessions(mail))).toEqual(sessions(mail));
    expect(withPart({ thinhoc: { kiosk: {} } }, { thinhoc: null })).toEqual({ thinhoc: null });
  });
});
