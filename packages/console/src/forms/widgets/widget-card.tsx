import type { LayoutItem } from '@berth/contract/profile/home';
import type { WidgetType } from '@berth/contract/profile/widgets';
import { useTexts } from '@berth/web/i18n/store.ts';
import {
  IconAlertCircle,
  IconHandClick,
  IconPhoto,
  IconQrcode,
  IconTypography,
  type TablerIcon,
} from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import styles from './grid.module.css';

const WIDGET_ICONS: Readonly<Record<WidgetType, TablerIcon>> = {
  button: IconHandClick,
  image: IconPhoto,
  qr: IconQrcode,
  text: IconTypography,
};

interface WidgetCardProps {
  readonly item: LayoutItem;
  readonly isChosen: boolean;
  readonly isFaulty: boolean;
  readonly hintId: string;
  readonly onChoose: () => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** A widget on the grid: its type and content. Selected by a press, moved by dragging or by arrow keys. */
export function WidgetCard({ item, isChosen, isFaulty, hintId, onChoose, onKeyDown }: WidgetCardProps): ReactNode {
  const { t } = useTexts();
  const { widget } = item;
  const Icon = WIDGET_ICONS[widget.type];
  const kind = t(`forms.widget.kind.${widget.type}`);
  const words = wordsOf(widget);
  return (
    <button
      type="button"
      className={styles.card}
      data-widget={item.id}
      data-flat={item.h === 1 || undefined}
      aria-pressed={isChosen}
      aria-label={t('forms.widget.card', {
        name: words ? `${kind}: ${words}` : kind,
        column: item.x + 1,
        row: item.y + 1,
        width: item.w,
        height: item.h,
      })}
      aria-describedby={hintId}
      onClick={onChoose}
      onKeyDown={onKeyDown}
    >
      {widget.type === 'image' && widget.image?.src ? (
        <img className={styles.picture} src={widget.image.src} alt="" draggable={false} />
      ) : (
        <>
          <Icon size={20} stroke={1.5} aria-hidden />
          <span className={styles.words}>{words || kind}</span>
        </>
      )}
      {isFaulty && (
        <span className={styles.fault}>
          <IconAlertCircle size={16} aria-hidden />
          <span className="visually-hidden">{t('forms.list.faults', { count: 1 })}</span>
        </span>
      )}
    </button>
  );
}

function wordsOf({ type, button, qr, text }: LayoutItem['widget']): string {
  if (type === 'button') return button?.text ?? '';
  if (type === 'qr') return qr?.title || (qr?.type === 'text' ? qr.text_context : '') || '';
  if (type !== 'text') return '';
  // Separates each element's text, as on the screen.
  const page = new DOMParser().parseFromString((text?.text ?? '').replaceAll('<', ' <'), 'text/html');
  return (page.body.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 80);
}
