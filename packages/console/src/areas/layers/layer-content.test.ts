import { describe, expect, it } from 'vitest';
import { edited, rowsOf, shownOf, withoutPath } from './layer-content.ts';

const mail = { display_name: 'Mail', window_title: 'Mail', url: 'https://mail.example/' };
const change = { display_name: 'Wiki', url: 'https://wiki.example/' };
const part = {
  system: { accessibility: { osk_enabled: true } },
  thinhoc: { sessions: { webapp: [mail, change] } },
};
const webapps = (definition: Readonly<Record<string, unknown>>) =>
  (definition.thinhoc as { sessions: { webapp: unknown[] } }).sessions.webapp;

describe('what a layer says', () => {
  it('is a row for each value, each whole entry, each changed field, and each lock', () => {
    const off = ['/thinhoc/sessions/rdp/office'];
    const locks = ['/system/accessibility/osk_enabled', '/thinhoc/kiosk'];
    expect(rowsOf({ definition: part, off, locks }).map(({ path, kind }) => [path, kind])).toEqual([
      ['/system/accessibility/osk_enabled', 'value'],
      ['/thinhoc/sessions/webapp/mail', 'entry'],
      ['/thinhoc/sessions/webapp/wiki/url', 'value'],
      ['/thinhoc/sessions/rdp/office', 'off'],
      ['/thinhoc/kiosk', 'lock'],
    ]);
  });

  it('is shown in forms without entries that it only changes, and keeps them when the list is edited', () => {
    expect(webapps(shownOf(part))).toMatchObject([mail]);
    const next = edited(part, (whole) => ({
      ...whole,
      thinhoc: { ...(whole.thinhoc as object), sessions: { rdp: [], webbrowser: [], webapp: [] } },
    }));
    expect(webapps(next)).toEqual([change]);
    expect(next.system).toEqual(part.system);
  });

  it('loses a value, an entry or the last change of an entry by its path', () => {
    expect(withoutPath(part, '/system/accessibility/osk_enabled')).toEqual({ thinhoc: part.thinhoc });
    expect(webapps(withoutPath(part, '/thinhoc/sessions/webapp/mail'))).toEqual([change]);
    expect(webapps(withoutPath(part, '/thinhoc/sessions/webapp/wiki/url'))).toEqual([mail]);
    expect(withoutPath({ thinhoc: { sessions: { webapp: [change] } } }, '/thinhoc/sessions/webapp/wiki/url')).toEqual(
      {},
    );
  });
});
