import type { LayoutItem } from '@berth/contract/profile/home';
import { lazy, Suspense } from 'react';
import { ButtonWidget } from './button-widget.tsx';
import { HtmlFrame } from './html-frame.tsx';
import styles from './widget.module.css';

const QrWidget = lazy(() => import('./qr-widget.tsx'));

interface WidgetProps {
  /** Position of the layout in the profile. */
  readonly layout: number;
  readonly item: LayoutItem;
}

/** One widget of the Info Section. */
export function Widget({ layout, item: { id, widget } }: WidgetProps) {
  const { button, image, qr, text } = widget;
  switch (widget.type) {
    case 'button':
      return button && <ButtonWidget layout={layout} item={id} settings={button} />;
    case 'image':
      return image && <img className={styles.image} src={image.src} alt="" />;
    case 'qr':
      return qr && <Suspense>{<QrWidget settings={qr} />}</Suspense>;
    case 'text':
      return text && <HtmlFrame html={text.text} title={id} />;
  }
}
