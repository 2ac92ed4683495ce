import { DASHBOARD_COLUMNS } from '@berth/contract/limits';
import type { LayoutItem } from '@berth/contract/profile/home';
import { lazy, Suspense } from 'react';
import { ButtonWidget } from './button-widget.tsx';
import { HtmlFrame } from './html-frame.tsx';
import styles from './info-section.module.css';
import widgetStyles from './widget.module.css';

interface DashboardProps {
  /** Position of the layout in the profile, by which the agent finds a button's action. */
  readonly layout: number;
  readonly items: readonly LayoutItem[];
}

/** One layout of widgets on its grid of twelve columns, as tall as the Info Section. */
export function Dashboard({ layout, items }: DashboardProps) {
  const rows = Math.max(...items.map((item) => item.y + item.h));
  return (
    <div
      className={styles.dashboard}
      style={{
        gridTemplateColumns: `repeat(${DASHBOARD_COLUMNS}, minmax(0, 1fr))`,
        gridTemplateRows: `repeat(${rows}, minmax(0, 1fr))`,
      }}
    >
      {items.map((item) => (
        <div
          key={item.id}
          className={styles.widget}
          style={{
            gridColumn: `${item.x + 1} / span ${item.w}`,
            gridRow: `${item.y + 1} / span ${item.h}`,
          }}
        >
          <Widget layout={layout} item={item} />
        </div>
      ))}
    </div>
  );
}

const QrWidget = lazy(() => import('./qr-widget.tsx'));

interface WidgetProps {
  /** Position of the layout in the profile. */
  readonly layout: number;
  readonly item: LayoutItem;
}

/** One widget of the Info Section. */
function Widget({ layout, item: { id, widget } }: WidgetProps) {
  const { button, image, qr, text } = widget;
  switch (widget.type) {
    case 'button':
      return button && <ButtonWidget layout={layout} item={id} settings={button} />;
    case 'image':
      return image && <img className={widgetStyles.image} src={image.src} alt="" />;
    case 'qr':
      return qr && <Suspense>{<QrWidget settings={qr} />}</Suspense>;
    case 'text':
      return text && <HtmlFrame html={text.text} title={id} />;
  }
}
