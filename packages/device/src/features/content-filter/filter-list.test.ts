import { expect, test } from 'vitest';
import { netRules } from './filter-list.ts';

const ruleOf = (line: string) => netRules([line])[0];

test.each([
  ['||ads.example^', { action: { type: 'block' }, condition: { urlFilter: '||ads.example^' } }],
  ['/banner/*/img', { condition: { urlFilter: '/banner/*/img' } }],
  ['||cdn.example^$third-party', { condition: { domainType: 'thirdParty' } }],
  [
    '||a.example^$~third-party,script,image',
    { condition: { domainType: 'firstParty', resourceTypes: ['script', 'image'] } },
  ],
  ['||a.example^$~script', { condition: { excludedResourceTypes: ['script'] } }],
  [
    '/ad.$domain=a.example|~b.a.example',
    { condition: { initiatorDomains: ['a.example'], excludedInitiatorDomains: ['b.a.example'] } },
  ],
  ['@@||good.example/ads.js', { priority: 2, action: { type: 'allow' } }],
  ['||bad.example^$important', { priority: 3, action: { type: 'block' } }],
  [
    '@@||news.example^$document',
    { action: { type: 'allowAllRequests' }, condition: { resourceTypes: ['main_frame', 'sub_frame'] } },
  ],
  ['/shop?price=$5', { condition: { urlFilter: '/shop?price=$5' } }],
])('%s', (line, expected) => {
  expect(ruleOf(line)).toMatchObject(expected);
});

test.each([
  ['a comment', '! Title: EasyList'],
  ['a header', '[Adblock Plus 2.0]'],
  ['hiding of an element', 'example.com##.ad'],
  ['an exception of hiding', 'example.com#@#.ad'],
  ['a regular expression', '/^https?:.*ad[0-9]/'],
  ['an option that cannot be kept', '||a.example^$popup'],
  ['an option nobody knows', '||a.example^$csp=script-src none'],
  ['a host of any name', '||*.example/ad'],
  ['letters beyond ASCII', '||реклама.example^'],
  ['nothing', ''],
])('leaves out %s', (_what, line) => {
  expect(netRules([line])).toEqual([]);
});

test('numbers rules of all lists from 1 without duplicates', () => {
  const rules = netRules(['||a.example^\n||b.example^\r\n', '||b.example^\n||c.example^']);
  expect(rules.map(({ id, condition }) => [id, condition.urlFilter])).toEqual([
    [1, '||a.example^'],
    [2, '||b.example^'],
    [3, '||c.example^'],
  ]);
});
