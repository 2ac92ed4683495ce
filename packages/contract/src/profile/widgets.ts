import Type from 'typebox';
import { equals, needs, rule } from './conditions.ts';
import { choice, item, list } from './schema.ts';
import { line, name, pageAddress, picture, text } from './texts.ts';

export const BUTTON_ICONS = ['none', 'cogs'] as const;
export const ACTION_TYPES = ['system', 'webhook'] as const;
export const SYSTEM_ACTIONS = ['power-off', 'power-reboot', 'shell'] as const;
export const WEBHOOK_METHODS = ['get', 'post'] as const;

/** An action of the machine. `arguments` are the command and its arguments if the action is shell. */
const SystemAction = item({
  action: choice(SYSTEM_ACTIONS),
  arguments: list(line(1024), { maxItems: 32 }),
});

/** RFC 9110: a header's key is a token; neither key nor value can start a new line. */
const WebhookHeader = item({
  key: line(128, { pattern: 'header-key' }),
  value: line(2048, { perMachine: 'text' }),
});

export const Webhook = item({
  type: choice(WEBHOOK_METHODS),
  url: pageAddress(),
  headers: list(WebhookHeader, { maxItems: 32 }),
});
export type Webhook = Type.Static<typeof Webhook>;

/** A button's action: its type, and the type's settings under the same name (spec chapter 3). */
export const ButtonAction = item(
  {
    type: choice(ACTION_TYPES),
    system: Type.Optional(SystemAction),
    webhook: Type.Optional(Webhook),
  },
  { allOf: ACTION_TYPES.map((type) => rule(equals('type', type), needs(type))) },
);
export type ButtonAction = Type.Static<typeof ButtonAction>;

/** The Info Section's widgets (spec chapter 3). Default texts are those of the spec. */

export const QR_TYPES = ['text', 'wifi_hint', 'wifi_hotspot'] as const;
const QR_TEXT_DEFAULT = 'https://berth.example/';
const BUTTON_TEXT_DEFAULT = 'Click Me';
const TEXT_DEFAULT = 'Type your message here!';

export const ButtonWidget = item(
  {
    text: name(128, { default: BUTTON_TEXT_DEFAULT, perMachine: 'text' }),
    icon: choice(BUTTON_ICONS, 'none'),
    action: ButtonAction,
  },
  { required: ['text'] },
);
export type ButtonWidget = Type.Static<typeof ButtonWidget>;

export const ImageWidget = item({ src: picture(2 * 1024 * 1024, 'png') });
export type ImageWidget = Type.Static<typeof ImageWidget>;

/** wifi_hint takes customization.wifi_hint, wifi_hotspot the machine's own hotspot; text_context is for text only. */
export const QrWidget = item({
  title: line(128, { default: '', perMachine: 'text' }),
  type: choice(QR_TYPES),
  text_context: text(2048, { default: QR_TEXT_DEFAULT, perMachine: 'text' }),
});
export type QrWidget = Type.Static<typeof QrWidget>;

/** HTML of the text editor; sanitized where it is shown. */
export const TextWidget = item({ text: text(50_000, { default: TEXT_DEFAULT, perMachine: 'html' }) });
export type TextWidget = Type.Static<typeof TextWidget>;

export const WIDGET_TYPES = ['button', 'image', 'qr', 'text'] as const;
export type WidgetType = (typeof WIDGET_TYPES)[number];

/** A widget: its type, and the type's settings under the same name. */
export const Widget = item(
  {
    type: choice(WIDGET_TYPES),
    button: Type.Optional(ButtonWidget),
    image: Type.Optional(ImageWidget),
    qr: Type.Optional(QrWidget),
    text: Type.Optional(TextWidget),
  },
  { allOf: WIDGET_TYPES.map((type) => rule(equals('type', type), needs(type))) },
);
export type Widget = Type.Static<typeof Widget>;
