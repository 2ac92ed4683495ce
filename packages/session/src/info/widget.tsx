import { lazy, Suspense } from 'react';
import { type Fields, fieldsAt, pictureOf, textOf } from '../definition/fields.ts';
import { ButtonWidget } from './button-widget.tsx';
import { HtmlFrame } from './html-frame.tsx';
import styles from './widget.module.css';

const QrWidget = lazy(() => import('./qr-widget.tsx'));

interface WidgetProps {
  readonly layout: number;
  readonly item: Fields;
  readonly customization: Fields;
}

/** One widget of the Info Section; a kind that this page does not know yet stays empty. */
export function Widget({ layout, item, customization }: WidgetProps) {
  const widget = fieldsAt(item, 'widget');
  const type = textOf(widget, 'type');
  const settings = fieldsAt(widget, type);
  switch (type) {
    case 'button':
      return <ButtonWidget layout={layout} item={textOf(item, 'id')} settings={settings} />;
    case 'image':
      return <img className={styles.image} src={pictureOf(settings, 'src')} alt="" />;
    case 'qr':
      return (
        <Suspense>
          <QrWidget settings={settings} customization={customization} />
        </Suspense>
      );
    case 'text':
      return <HtmlFrame html={textOf(settings, 'text')} title={textOf(item, 'id')} />;
    default:
      return null;
  }
}
