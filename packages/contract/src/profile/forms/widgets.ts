import type Type from 'typebox';
import type { WidgetType } from '../widgets.ts';
import { ButtonWidget, ImageWidget, QrWidget, TextWidget } from '../widgets.ts';
import { column, controlsOf, group, row, showIf, type UiElement } from './ui.ts';

/** The form of one kind of widget; its data are the settings that the widget carries under its type's name. */
export interface WidgetForm {
  readonly schema: Type.TSchema;
  readonly uischema: UiElement;
}

const button = controlsOf('widget.button');
const header = controlsOf('widget.button.action.webhook.headers');
const image = controlsOf('widget.image');
const qr = controlsOf('widget.qr');
const text = controlsOf('widget.text');

const buttonUi = column(
  button('text'),
  button('icon', { format: 'radio' }),
  button('action/type', { format: 'radio' }),
  group(
    'form.widget.system',
    [
      button('action/system/action'),
      button('action/system/arguments', { rule: showIf('action/system/action', 'shell') }),
    ],
    showIf('action/type', 'system'),
  ),
  group(
    'form.widget.webhook',
    [
      button('action/webhook/type', { format: 'radio' }),
      button('action/webhook/url'),
      button('action/webhook/headers', { detail: row(header('key'), header('value')), elementLabelProp: 'key' }),
    ],
    showIf('action/type', 'webhook'),
  ),
);

const qrUi = column(
  qr('title'),
  qr('type', { format: 'radio' }),
  qr('text_context', { multi: true, rule: showIf('type', 'text') }),
);

/** Spec chapter 2, Info Section widget forms: button, image, QR, text. */
export const WIDGET_FORMS: Readonly<Record<WidgetType, WidgetForm>> = {
  button: { schema: ButtonWidget, uischema: buttonUi },
  image: { schema: ImageWidget, uischema: column(image('src', { format: 'picture', accept: 'image/png' })) },
  qr: { schema: QrWidget, uischema: qrUi },
  text: { schema: TextWidget, uischema: column(text('text', { format: 'html' })) },
};
