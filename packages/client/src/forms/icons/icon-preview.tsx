import { ICON_BACKGROUND_DEFAULT, ICON_COLOR_DEFAULT } from '@berth/contract/limits';
import { isObject } from '@berth/contract/profile/nodes';
import type { ReactNode } from 'react';
import { SymbolIcon } from '../../ui/symbol.tsx';
import styles from './icon-preview.module.css';

/** A tile's icon as the home screen shows it. */
export function IconPreview({ icon, size }: { readonly icon: unknown; readonly size: 'small' | 'large' }): ReactNode {
  const { type, image, symbol, symbol_color, background_color } = isObject(icon) ? icon : {};
  const isPicture = type === 'image' && typeof image === 'string';
  const backgroundColor = colorOr(background_color, ICON_BACKGROUND_DEFAULT);
  const color = colorOr(symbol_color, ICON_COLOR_DEFAULT);
  return (
    <span className={styles.tile} data-size={size} style={{ backgroundColor, color }} aria-hidden>
      {isPicture ? (
        <img className={styles.icon} src={image} alt="" />
      ) : (
        <SymbolIcon name={typeof symbol === 'string' ? symbol : ''} className={styles.icon} />
      )}
    </span>
  );
}

function colorOr(color: unknown, fallback: string): string {
  return typeof color === 'string' && /^#[0-9a-f]{6}$/i.test(color) ? color : fallback;
}
