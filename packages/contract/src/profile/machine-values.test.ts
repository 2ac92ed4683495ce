import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { MachineId } from '../ids.ts';
import { validator } from '../testing/rule-table.ts';
import { defaultDefinition } from './defaults.ts';
import { ProfileDefinition } from './definition.ts';
import { fillMachineValues, unknownPlaceholders } from './machine-values.ts';
import { pageAddress, webAddress } from './texts.ts';

const ID = '0b8fa61c2d3e4f50718293a4b5c6d7e8' as MachineId;
const values = { id: ID, name: 'Desk & <b>3</b>', tags: ['lobby', 'room:B 12/7', 'site:bern'] };
const icon = { type: 'symbol', symbol: 'world' };

function filled(thinhoc: object, own = values) {
  const { value, faults } = fillMachineValues(ProfileDefinition, { thinhoc }, own);
  return { ...(value as { thinhoc: Record<string, unknown> }), faults };
}
const webapp = (fields: object) => ({ sessions: { webapp: [{ icon, ...fields }] } });

describe('machine values in a profile', () => {
  it('are encoded in a web address', () => {
    const app = webapp({ url: 'https://{{tag:site}}.example.org/{{id}}?room={{tag:room}}&desk={{name}}' });
    expect(filled(app)).toMatchObject({
      faults: [],
      thinhoc: webapp({
        url: `https://bern.example.org/${ID}?room=B%2012%2F7&desk=Desk%20%26%20%3Cb%3E3%3C%2Fb%3E`,
      }),
    });
  });

  it('stand in a name as they are', () => {
    const { thinhoc } = filled(webapp({ display_name: 'Room {{tag:room}}', window_title: '{{short-id}}: {{name}}' }));
    expect(thinhoc).toMatchObject(webapp({ display_name: 'Room B 12/7', window_title: '0B8FA6: Desk & <b>3</b>' }));
  });

  it('cannot add HTML to a text', () => {
    const { thinhoc } = filled({ customization: { info_section_content: '<p>{{name}}</p>' } });
    expect(thinhoc).toEqual({
      customization: { info_section_content: '<p>Desk &amp; &lt;b&gt;3&lt;/b&gt;</p>' },
    });
  });

  it('are encoded in the address of a QR code, and not in its other texts', () => {
    const qr = (text_context: string) => ({
      customization: { dashboard: { layouts: [{ name: 'a', layout: [{ widget: { qr: { text_context } } }] }] } },
    });
    const shown = (text: string) => JSON.stringify(filled(qr(text)).thinhoc);
    expect(shown('https://help.example/?from={{tag:room}}')).toContain('from=B%2012%2F7');
    expect(shown('Room {{tag:room}}')).toContain('Room B 12/7');
  });

  it('fill settings of apps', () => {
    const instances = (ROOM: string) => ({ apps: { instances: { 'thinhoc::bigbluebutton': { settings: { ROOM } } } } });
    expect(filled(instances('rooms/{{tag:room}}')).thinhoc).toEqual(instances('rooms/B 12/7'));
  });

  it('without a value are empty and reported', () => {
    const { thinhoc, faults } = filled(webapp({ url: 'https://a.example/?floor={{tag:floor}}' }));
    expect(thinhoc).toMatchObject(webapp({ url: 'https://a.example/?floor=' }));
    expect(faults).toEqual(['/thinhoc/sessions/webapp/0/url has no value for {{tag:floor}}']);
  });

  it.each([
    ['has no host', { url: 'https://{{tag:floor}}/' }],
    ['is empty', { display_name: '{{tag:floor}}' }],
    ['is too long', { window_title: `${'x'.repeat(250)}{{name}}` }],
  ])('leave a text as it is that %s with them', (_why, fields) => {
    const { thinhoc, faults } = filled(webapp(fields));
    expect(thinhoc).toMatchObject(webapp(fields));
    expect(faults.at(-1)).toMatch(/ does not fit this machine$/);
  });

  it.each(['{{SERVER_NAME}}', '{searchTerms}', '{{nmae}}', '{{tag:}}', '{{ name }}'])('leave %s as it is', (text) => {
    expect(filled(webapp({ window_title: text })).thinhoc).toEqual(webapp({ window_title: text }));
  });

  it('take the first tag of several, and do nothing to a profile without placeholders', () => {
    const own = { ...values, tags: ['room:B', 'room:A'] };
    expect(filled(webapp({ window_title: '{{tag:room}}' }), own).thinhoc).toEqual(webapp({ window_title: 'A' }));
    const definition = defaultDefinition();
    expect(fillMachineValues(ProfileDefinition, definition, values)).toEqual({
      value: definition,
      hasPlaceholders: false,
      faults: [],
    });
  });
});

it('names the placeholders that machines do not know', () => {
  expect(unknownPlaceholders('{{name}} {{nmae}} {{tag:room}} {{ id }} {x}')).toEqual(['{{nmae}}', '{{ id }}']);
});

test('a page’s address without machine values is the same as a web address', () => {
  const [page, web] = [validator(pageAddress()), validator(webAddress())];
  const letters = fc.constantFrom(...'ab1:/?#@.-_~%2F!$&()*+,;=[]|"<>\\^` é'.split(''), '//', '%41');
  const texts = fc.array(letters, { maxLength: 14 }).map((each) => `https://${each.join('')}`);
  fc.assert(
    fc.property(texts, (text) => {
      // The format's expression allows it, RFC 3986 does not.
      fc.pre(!/^[^/]*\/\/[^/?#]*@[^/?#]*@/.test(text));
      const isPage = page(text).length === 0;
      const isWeb = web(text).length === 0;
      // Brackets that are no IPv6 address, and a missing host, are valid for one of them only; no browser opens them.
      if (isPage !== isWeb) expect(text).toSatisfy((url: string) => !URL.canParse(url));
    }),
    { numRuns: 3_000 },
  );
});
