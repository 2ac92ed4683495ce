import { LOCALES } from '@berth/web/i18n/locales.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { PublicBar } from '../parts/public-bar.tsx';
import { type GuideLanguage, type GuidePage, guideLanguage, loadGuide, searchGuide } from './content.ts';
import { GuideContent } from './guide-content.tsx';
import styles from './guide-page.module.css';

/** The administrators' guide: public, served by this server alone. */
export function Component(): ReactNode {
  const { t, language } = useTexts();
  const guide = useGuide();
  const { name = 'index' } = useParams();
  const page = guide?.pages.find((each) => each.name === name);
  useScrollToSection(page);
  return (
    <>
      <PublicBar />
      {guide ? (
        <div className={styles.columns} lang={LOCALES[guide.language].bcp47}>
          <Contents pages={guide.pages} open={page} />
          <main className={styles.page} tabIndex={-1}>
            <title>{page?.title ?? t('palette.guide.title')}</title>
            {page ? (
              <GuideContent page={page} next={guide.pages[guide.pages.indexOf(page) + 1]} />
            ) : (
              <h1 lang={LOCALES[language].bcp47}>{t('palette.guide.missing')}</h1>
            )}
          </main>
          {page && <Sections page={page} />}
        </div>
      ) : (
        <GuideShape />
      )}
    </>
  );
}

/** Shown until the guide's texts are there. */
function GuideShape(): ReactNode {
  const { t } = useTexts();
  return (
    <div className={styles.columns}>
      <div className={styles.contents}>
        <SkeletonLines count={2} />
      </div>
      <main className={styles.page} tabIndex={-1} aria-busy="true">
        <title>{t('palette.guide.title')}</title>
        <h1>{t('palette.guide.title')}</h1>
        <SkeletonLines count={6} />
      </main>
    </div>
  );
}

interface Guide {
  readonly language: GuideLanguage;
  readonly pages: readonly GuidePage[];
}

/** The guide in the user's language, or the nearest it is written in. */
function useGuide(): Guide | undefined {
  const language = guideLanguage(useTexts().language);
  const [guide, setGuide] = useState<Guide>();
  useEffect(() => {
    let isCurrent = true;
    void loadGuide(language).then((pages) => {
      if (isCurrent) setGuide({ language, pages });
    });
    return () => {
      isCurrent = false;
    };
  }, [language]);
  return guide;
}

/** Shows the section that the address names, once the page is there. */
function useScrollToSection(page: GuidePage | undefined): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (!page) return;
    const section = document.getElementById(sectionOf(hash));
    if (section) section.scrollIntoView();
    else scrollTo(0, 0);
  }, [page, hash]);
}

/** The section that the end of an address names; links written by hand may not be encoded. */
function sectionOf(hash: string): string {
  const text = hash.slice(1);
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

interface ContentsProps {
  readonly pages: readonly GuidePage[];
  readonly open: GuidePage | undefined;
}

/** The search field and all pages; on narrow screens the pages are folded. */
function Contents({ pages, open }: ContentsProps): ReactNode {
  const { t, language } = useTexts();
  const isWide = useMediaQuery('(min-width: 881px)', true, { getInitialValueInEffect: false });
  const [text, setText] = useState('');
  const matches = text.trim() === '' ? undefined : searchGuide(pages, text);
  const ownLanguage = LOCALES[language].bcp47;
  return (
    <nav className={styles.contents} aria-label={t('palette.guide.title')}>
      <input
        type="search"
        className={styles.search}
        lang={ownLanguage}
        placeholder={t('palette.guide.search')}
        aria-label={t('palette.guide.search')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p className="visually-hidden" role="status" lang={ownLanguage}>
        {matches && t('palette.guide.found', { count: matches.length })}
      </p>
      {matches && (
        <ul className={styles.list}>
          {matches.map(({ page, section }) => (
            <li key={`${page.name}#${section.id}`}>
              <Link to={paths.guide(`${page.name}#${section.id}`)} onClick={() => setText('')}>
                {section.title}
                {section.id !== '' && <span className={styles.of}>{page.title}</span>}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {matches?.length === 0 && (
        <p className={styles.none} lang={ownLanguage}>
          {t('palette.guide.none')}
        </p>
      )}
      {!matches && (
        <details open={isWide}>
          <summary className={styles.fold} lang={ownLanguage}>
            {t('palette.guide.pages')}
          </summary>
          <ul className={styles.list}>
            {pages.map((page) => (
              <li key={page.name}>
                <Link to={paths.guide(page.name)} aria-current={page === open ? 'page' : undefined}>
                  {page.title}
                </Link>
              </li>
            ))}
          </ul>
        </details>
      )}
    </nav>
  );
}

/** The headings of the page. */
function Sections({ page }: { readonly page: GuidePage }): ReactNode {
  const { t, language } = useTexts();
  const sections = page.sections.filter(({ id }) => id !== '');
  return (
    <nav className={styles.sections} aria-labelledby="guide-sections">
      <h2 id="guide-sections" lang={LOCALES[language].bcp47}>
        {t('palette.guide.sections')}
      </h2>
      <ul className={styles.list}>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <Link to={`#${id}`}>{title}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
