import { APP_CATALOG, type AppKey } from '@berth/contract/apps/catalog';
import type { AppCatalogEntry } from '@berth/contract/apps/entry';
import { APP_CATEGORIES } from '@berth/contract/apps/install';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { ReactNode } from 'react';
import { IconPreview } from '../../forms/icons/icon-preview.tsx';
import { appDescription, appName } from '../../forms/texts.ts';
import { Page, Panel } from '../../ui/page.tsx';
import { PublicBar } from '../parts/public-bar.tsx';
import styles from './catalog-page.module.css';

/** The apps for machines and their prices; public (spec chapter 2, app catalog). */
export function Component(): ReactNode {
  const { t } = useTexts();
  return (
    <>
      <PublicBar />
      <main>
        <Page title={t('console.catalog.title')} subtitle={t('console.catalog.subtitle')}>
          {APP_CATEGORIES.map((category) => (
            <Panel key={category} title={t(`apps.category.${category}`)} flush>
              <ul className={styles.list}>
                {appsOf(category).map((app) => (
                  <AppEntry key={app} app={app} entry={APP_CATALOG[app]} />
                ))}
              </ul>
            </Panel>
          ))}
        </Page>
      </main>
    </>
  );
}

function AppEntry({ app, entry }: { readonly app: AppKey; readonly entry: AppCatalogEntry }): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const { pricing, requiresDeployment, beta } = entry;
  const included = pricing.type === 'paid' ? pricing.deploymentsIncluded : [];
  return (
    <li className={styles.app}>
      <IconPreview icon={entry.icon} size="small" />
      <div className={styles.words}>
        <h3 className={styles.name}>
          {appName(texts, app)}
          {beta && <span className={styles.tag}>{t('apps.beta')}</span>}
        </h3>
        <p className={styles.text}>{appDescription(texts, app)}</p>
      </div>
      <p className={styles.price}>
        {pricing.type === 'free' ? t('console.catalog.free') : t('apps.price', { credits: pricing.amount })}
        {included.map((deployment) => (
          <span key={deployment}>
            {t('console.catalog.included', { deployment: t(`console.deployment.${deployment}`) })}
          </span>
        ))}
        {requiresDeployment && <span>{t(`apps.requires.${requiresDeployment}`)}</span>}
      </p>
    </li>
  );
}

function appsOf(category: AppCatalogEntry['category']): AppKey[] {
  const apps = Object.keys(APP_CATALOG) as AppKey[];
  return apps.filter((app) => APP_CATALOG[app].category === category);
}
