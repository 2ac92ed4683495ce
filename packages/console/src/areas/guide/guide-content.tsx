import { LOCALES } from '@berth/web/i18n/locales.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { createElement, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { GuideNode, GuidePage } from './content.ts';
import styles from './guide-page.module.css';

interface GuideContentProps {
  readonly page: GuidePage;
  readonly next: GuidePage | undefined;
}

/** A page of the guide, and the way to the next one. */
export function GuideContent({ page, next }: GuideContentProps): ReactNode {
  const { t, language } = useTexts();
  return (
    <article className={styles.article}>
      <h1>{page.title}</h1>
      {page.content.map(draw)}
      {next && (
        <p className={styles.next}>
          <span lang={LOCALES[language].bcp47}>{t('palette.guide.next')}</span>{' '}
          <Link to={paths.guide(next.name)}>{next.title}</Link>
        </p>
      )}
    </article>
  );
}

function draw(node: GuideNode, index: number): ReactNode {
  if (typeof node === 'string') return node;
  const [tag, props, ...children] = node;
  if (tag === 'img') return <Picture key={index} picture={props} />;
  if (tag === 'a' && props.to !== undefined) {
    return (
      <Link key={index} to={props.to}>
        {children.map(draw)}
      </Link>
    );
  }
  return createElement(tag, { key: index, ...props }, ...children.map(draw));
}

/** A screenshot in the page's appearance; only the shown one of the two is loaded. */
function Picture({ picture }: { readonly picture: Readonly<Record<string, string>> }): ReactNode {
  const { src, dark, alt, width, height } = picture;
  const size = { width: Number(width), height: Number(height) };
  return (
    <>
      <img className={styles.light} src={src} alt={alt} loading="lazy" {...size} />
      <img className={styles.dark} src={dark} alt={alt} loading="lazy" {...size} />
    </>
  );
}
