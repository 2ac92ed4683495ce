import { useTexts } from '@berth/web/i18n/store.ts';
import { useEffect, useState } from 'react';
import { infoLayouts } from '../appearance.ts';
import { useCustomization } from '../state/session.ts';
import { Dashboard } from './dashboard.tsx';
import { HtmlFrame } from './html-frame.tsx';
import styles from './info-section.module.css';

/**
 * The administrator's announcements: HTML next to the dashboard's layouts, which rotate automatically if configured.
 */
export default function InfoSection() {
  const { t } = useTexts();
  const customization = useCustomization();
  const html = customization?.info_section_content.trim();
  const layouts = customization ? infoLayouts(customization) : [];
  const autoplay = customization?.dashboard.autoplay;
  const [turned, setTurned] = useState(0);
  const current = layouts.length === 0 ? 0 : turned % layouts.length;
  const seconds = layouts.length > 1 && autoplay?.enabled ? autoplay.duration : undefined;
  useEffect(() => {
    if (seconds === undefined) return;
    const timer = setTimeout(() => setTurned(current + 1), seconds * 1_000);
    return () => clearTimeout(timer);
  }, [seconds, current]);
  const layout = layouts[current];
  return (
    <section className={styles.info} aria-label={t('session.info')}>
      {html && <HtmlFrame html={html} title={t('session.info')} />}
      {layout && <Dashboard key={current} layout={current} items={layout.layout} />}
      {layouts.length > 1 && (
        <div className={styles.pages}>
          {layouts.map((each, index) => (
            <button
              key={each.name}
              type="button"
              className={styles.page}
              aria-current={index === current}
              aria-label={t('session.info.page', { name: each.name, number: index + 1 })}
              onClick={() => setTurned(index)}
            />
          ))}
        </div>
      )}
    </section>
  );
}
