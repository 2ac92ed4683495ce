import Type from 'typebox';
import { equals, needs, rule } from './conditions.ts';
import { choice, item } from './schema.ts';
import { line, name, picture, text } from './texts.ts';
import { BUTTON_ICONS, ButtonAction } from './widget-button.ts';

/** The Info Section's widgets (spec chapter 3). The texts used as defaults are fixed by the spec. */

export const QR_TYPES = ['text', 'wifi_hint', 'wifi_hotspot'] as const;
export const QR_TEXT_DEFAULT = 'https://berth.example/';
export const BUTTON_TEXT_DEFAULT = 'Click Me';
export const TEXT_DEFAULT = 'Type your message here!';

export const ButtonWidget = item(
  {
    text: name(128, { default: BUTTON_TEXT_DEFAULT }),
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
  title: line(128, { default: '' }),
  type: choice(QR_TYPES),
  text_context: text(2048, { default: QR_TEXT_DEFAULT }),
});
export type QrWidget = Type.Static<typeof QrWidget>;

/** HTML of the text editor; sanitised where it is shown. */
export const TextWidget = item({ text: text(50_000, { default: TEXT_DEFAULT }) });
export type TextWidget = Type.Static<typeof TextWidget>;

export const WIDGET_TYPES = ['button', 'image', 'qr', 'text'] as const;
export type WidgetType = (typeof WIDGET_TYPES)[number];

/** A widget names its type and carries the settings of that type under the same name. */
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
