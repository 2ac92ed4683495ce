import { APP_CATALOG, type AppKey } from '@berth/contract/apps/catalog';
import type { AppCatalogEntry } from '@berth/contract/apps/entry';
import { APP_CATEGORIES, disableApp, enableApp } from '@berth/contract/apps/install';
import { useTexts } from '@berth/web/i18n/store.ts';
import { type ReactNode, useId, useState } from 'react';
import { Frame } from '../controls/frame.tsx';
import { type ControlProps, useControl } from '../controls/use-control.ts';
import { useDefinition, useForm } from '../form-context.tsx';
import { AppRow } from './app-row.tsx';
import styles from './apps.module.css';
import { confirmationsFor, EnableDialog } from './enable-dialog.tsx';

/** The catalog's apps with their switches. Beta and paid apps ask for confirmation first (spec chapter 8). */
export default function Apps(props: ControlProps): ReactNode {
  const { t } = useTexts();
  const control = useControl(props);
  const { store, deployment } = useForm();
  const definition = useDefinition();
  const [asked, setAsked] = useState<AppKey>();
  const heading = useId();
  const enabled: readonly unknown[] = Array.isArray(props.data) ? props.data : [];
  const unknown = enabled.filter((app) => typeof app === 'string' && !Object.hasOwn(APP_CATALOG, app));

  function set(app: string, on: boolean): void {
    if (!definition) return;
    const entry: AppCatalogEntry | undefined = APP_CATALOG[app as AppKey];
    const next = on && entry ? enableApp(definition, app, entry) : disableApp(definition, app);
    store.change('', next.thinhoc.apps);
  }

  return (
    <Frame path={props.path} width="full" onLeave={control.touch}>
      <div className={styles.apps}>
        {APP_CATEGORIES.map((category) => (
          <section key={category} aria-labelledby={`${heading}-${category}`}>
            <h3 id={`${heading}-${category}`} className={styles.category}>
              {t(`apps.category.${category}`)}
            </h3>
            <ul className={styles.list}>
              {appsOf(category).map((app) => (
                <AppRow
                  key={app}
                  app={app}
                  entry={APP_CATALOG[app]}
                  isOn={enabled.includes(app)}
                  disabled={control.disabled}
                  onSwitch={(on) => {
                    const isAsked = on && confirmationsFor(APP_CATALOG[app], deployment).length > 0;
                    if (isAsked) setAsked(app);
                    else set(app, on);
                  }}
                />
              ))}
            </ul>
          </section>
        ))}
        {unknown.length > 0 && <p className={styles.unknown}>{t('apps.unknown', { count: unknown.length })}</p>}
      </div>
      {asked && (
        <EnableDialog
          app={asked}
          entry={APP_CATALOG[asked]}
          deployment={deployment}
          onEnable={() => {
            set(asked, true);
            setAsked(undefined);
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Frame>
  );
}

function appsOf(category: AppCatalogEntry['category']): AppKey[] {
  const apps = Object.keys(APP_CATALOG) as AppKey[];
  return apps.filter((app) => APP_CATALOG[app].category === category);
}
