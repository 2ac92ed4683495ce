import type Type from 'typebox';
import { ButtonWidget, ImageWidget, QrWidget, TextWidget, type Webhook, type WidgetType } from '../widgets.ts';
import { column, fieldsOf, group, row, type UiElement } from './ui.ts';

/** The form of one kind of widget; its data are the widget's settings under its type's name. */
export interface WidgetForm {
  readonly schema: Type.TSchema;
  readonly uischema: UiElement;
}

const button = fieldsOf<ButtonWidget>('widget.button');
const header = fieldsOf<Webhook['headers'][number]>('widget.button.action.webhook.headers');
const image = fieldsOf<ImageWidget>('widget.image');
const qr = fieldsOf<QrWidget>('widget.qr');
const text = fieldsOf<TextWidget>('widget.text');

const buttonUi = column(
  button.control('text'),
  button.control('icon', { format: 'radio' }),
  button.control('action/type', { format: 'radio' }),
  group(
    'form.widget.system',
    [
      button.control('action/system/action'),
      button.control('action/system/arguments', { rule: button.showIf('action/system/action', 'shell') }),
    ],
    button.showIf('action/type', 'system'),
  ),
  group(
    'form.widget.webhook',
    [
      button.control('action/webhook/type', { format: 'radio' }),
      button.control('action/webhook/url'),
      button.control('action/webhook/headers', {
        detail: row(header.control('key'), header.control('value')),
        elementLabelProp: 'key',
      }),
    ],
    button.showIf('action/type', 'webhook'),
  ),
);

const qrUi = column(
  qr.control('title'),
  qr.control('type', { format: 'radio' }),
  qr.control('text_context', { multi: true, rule: qr.showIf('type', 'text') }),
);

/** Spec chapter 2, Info Section widget forms: button, image, QR, text. */
export const WIDGET_FORMS: Readonly<Record<WidgetType, WidgetForm>> = {
  button: { schema: ButtonWidget, uischema: buttonUi },
  image: { schema: ImageWidget, uischema: column(image.control('src', { format: 'picture', accept: 'image/png' })) },
  qr: { schema: QrWidget, uischema: qrUi },
  text: { schema: TextWidget, uischema: column(text.control('text', { format: 'html' })) },
};
