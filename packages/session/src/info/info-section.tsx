import { useTexts } from '@berth/web/i18n/store.ts';
import { useEffect, useState } from 'react';
import { type Fields, listOf, textOf } from '../definition/fields.ts';
import { autoplaySeconds, infoHtml, infoLayouts } from '../definition/info.ts';
import { Dashboard } from './dashboard.tsx';
import { HtmlFrame } from './html-frame.tsx';
import styles from './info-section.module.css';

/** The administrator's announcements: HTML, and beside it the dashboard's layouts, which turn by themselves if so set. */
export default function InfoSection({ customization }: { customization: Fields }) {
  const { t } = useTexts();
  const html = infoHtml(customization);
  const layouts = infoLayouts(customization);
  const [turned, setTurned] = useState(0);
  const current = layouts.length === 0 ? 0 : turned % layouts.length;
  const seconds = layouts.length > 1 ? autoplaySeconds(customization) : undefined;
  useEffect(() => {
    if (seconds === undefined) return;
    const timer = setTimeout(() => setTurned(current + 1), seconds * 1_000);
    return () => clearTimeout(timer);
  }, [seconds, current]);
  const layout = layouts[current];
  return (
    <section className={styles.info} aria-label={t('session.info')}>
      {html !== '' && <HtmlFrame html={html} title={t('session.info')} />}
      {layout && (
        <Dashboard key={current} layout={current} items={listOf(layout, 'layout')} customization={customization} />
      )}
      {layouts.length > 1 && (
        <div className={styles.pages}>
          {layouts.map((each, index) => (
            <button
              key={textOf(each, 'name')}
              type="button"
              className={styles.page}
              aria-current={index === current}
              aria-label={t('session.info.page', { name: textOf(each, 'name'), number: index + 1 })}
              onClick={() => setTurned(index)}
            />
          ))}
        </div>
      )}
    </section>
  );
}
