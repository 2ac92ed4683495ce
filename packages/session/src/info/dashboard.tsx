import { DASHBOARD_COLUMNS } from '@berth/contract/profile/dashboard';
import { type Fields, numberOf, textOf } from '../definition/fields.ts';
import styles from './dashboard.module.css';
import { Widget } from './widget.tsx';

interface DashboardProps {
  /** Position of the layout in the profile: how the agent finds a button's action. */
  readonly layout: number;
  readonly items: readonly Fields[];
  readonly customization: Fields;
}

/** One layout of widgets on its grid of twelve columns, as tall as the Info Section. */
export function Dashboard({ layout, items, customization }: DashboardProps) {
  const rows = Math.max(...items.map((item) => place(item, 'y') + span(item, 'h')));
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
          key={textOf(item, 'id')}
          className={styles.widget}
          style={{
            gridColumn: `${place(item, 'x') + 1} / span ${span(item, 'w')}`,
            gridRow: `${place(item, 'y') + 1} / span ${span(item, 'h')}`,
          }}
        >
          <Widget layout={layout} item={item} customization={customization} />
        </div>
      ))}
    </div>
  );
}

function place(item: Fields, key: 'x' | 'y'): number {
  return numberOf(item, key, { min: 0, max: key === 'x' ? DASHBOARD_COLUMNS - 1 : 500, default: 0 });
}

function span(item: Fields, key: 'w' | 'h'): number {
  return numberOf(item, key, { min: 1, max: 100, default: 1 });
}
