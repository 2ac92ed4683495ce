import { PIXEL, type RuleExample } from './rule-table.ts';

const reboot = { type: 'system', system: { action: 'power-reboot' } };
const hook = { type: 'get', url: 'https://hook.example/' };
const calls = (webhook: object) => ({ type: 'webhook', webhook });

/** Spec chapter 5, the rules for the Info Section's widgets. */
export const WIDGET_RULES: readonly RuleExample[] = [
  {
    rule: 'a widget has a type and the settings of that type',
    at: '',
    valid: [
      { type: 'text', text: { text: 'Hello' } },
      { type: 'button', button: { text: 'Press', action: reboot } },
      {
        type: 'image',
        image: {
          src: PIXEL,
        },
      },
      { type: 'qr', qr: { type: 'text' } },
    ],
    invalid: [
      { value: {}, faults: ['/type required'] },
      { value: { type: 'clock' }, faults: ['/type enum'] },
      { value: { type: 'qr' }, faults: ['/qr required'] },
    ],
  },
];

export const BUTTON_RULES: readonly RuleExample[] = [
  {
    rule: 'a button needs text and action',
    at: '',
    valid: [{ text: 'Press', icon: 'cogs', action: reboot }],
    invalid: [
      { value: { action: reboot }, faults: ['/text required'] },
      { value: { text: 'Press' }, faults: ['/action required'] },
      { value: { text: 'Press', icon: 'star', action: reboot }, faults: ['/icon enum'] },
    ],
  },
  {
    rule: "a button's action needs a type and the settings of that type",
    at: '',
    valid: [{ text: 'Press', action: calls(hook) }],
    invalid: [
      { value: { text: 'Press', action: {} }, faults: ['/action/type required'] },
      { value: { text: 'Press', action: { type: 'mail' } }, faults: ['/action/type enum'] },
      { value: { text: 'Press', action: { type: 'system' } }, faults: ['/action/system required'] },
      { value: { text: 'Press', action: { type: 'webhook' } }, faults: ['/action/webhook required'] },
    ],
  },
  {
    rule: 'a system action needs the action field',
    at: '',
    valid: ['power-off', 'power-reboot', 'shell'].map((action) => ({
      text: 'Press',
      action: { type: 'system', system: { action, arguments: ['date'] } },
    })),
    invalid: [
      { value: { text: 'Press', action: { type: 'system', system: {} } }, faults: ['/action/system/action required'] },
      {
        value: { text: 'Press', action: { type: 'system', system: { action: 'dance' } } },
        faults: ['/action/system/action enum'],
      },
    ],
  },
  {
    rule: 'a webhook needs type and url',
    at: '',
    valid: ['get', 'post'].map((type) => ({ text: 'Press', action: calls({ ...hook, type }) })),
    invalid: [
      { value: { text: 'Press', action: calls({ url: hook.url }) }, faults: ['/action/webhook/type required'] },
      { value: { text: 'Press', action: calls({ type: 'get' }) }, faults: ['/action/webhook/url required'] },
      { value: { text: 'Press', action: calls({ ...hook, type: 'put' }) }, faults: ['/action/webhook/type enum'] },
    ],
  },
  {
    rule: 'each header needs key and value',
    at: '',
    valid: [{ text: 'Press', action: calls({ ...hook, headers: [{ key: 'X-Room', value: '7' }] }) }],
    invalid: [
      {
        value: { text: 'Press', action: calls({ ...hook, headers: [{}] }) },
        faults: ['/action/webhook/headers/0/key required', '/action/webhook/headers/0/value required'],
      },
      {
        value: { text: 'Press', action: calls({ ...hook, headers: [{ key: 'A: b', value: 'c\r\nD: e' }] }) },
        faults: ['/action/webhook/headers/0/key pattern', '/action/webhook/headers/0/value pattern'],
      },
    ],
  },
];

export const QR_RULES: readonly RuleExample[] = [
  {
    rule: 'a QR code needs a type',
    at: '',
    valid: ['text', 'wifi_hint', 'wifi_hotspot'].map((type) => ({ type })),
    invalid: [
      { value: {}, faults: ['/type required'] },
      { value: { type: 'vcard' }, faults: ['/type enum'] },
    ],
  },
];

export const IMAGE_RULES: readonly RuleExample[] = [
  {
    rule: 'an image is a base64 PNG',
    at: '/src',
    valid: [PIXEL],
    invalid: [{ value: 'https://example.org/a.png', faults: [' pattern'] }],
  },
];

export const TEXT_RULES: readonly RuleExample[] = [
  {
    rule: 'a text has a bounded length (ours)',
    at: '/text',
    valid: ['', '<b>Hello</b>'],
    invalid: [{ value: 'x'.repeat(50_001), faults: [' maxLength'] }],
  },
];
