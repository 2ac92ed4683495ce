import type { AppCatalogEntry } from '@berth/contract/apps/entry';
import { appPrice, isAvailable } from '@berth/contract/apps/install';
import { DEPLOYMENT_DEFAULT } from '@berth/contract/limits';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button, Switch } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useForm } from '../form-context.tsx';
import { appFormId } from '../form-definition.ts';
import { IconPreview } from '../icons/icon-preview.tsx';
import { appDescription, appName } from '../texts.ts';
import { AppSettings } from './app-settings.tsx';
import styles from './apps.module.css';

interface AppRowProps {
  readonly app: string;
  readonly entry: AppCatalogEntry;
  readonly isOn: boolean;
  readonly disabled: boolean;
  readonly onSwitch: (on: boolean) => void;
}

/** One app: description, price, switch, and its settings. */
export function AppRow({ app, entry, isOn, disabled, onSwitch }: AppRowProps): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const { deployment, openForm } = useForm();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const name = appName(texts, app);
  const form = appFormId(app);
  const isOwnForm = form?.startsWith('app/') === true;
  const price = appPrice(entry, deployment ?? DEPLOYMENT_DEFAULT);
  const isHere = deployment === undefined || isAvailable(entry, deployment);
  return (
    <li className={styles.app}>
      <div className={styles.line}>
        <IconPreview icon={entry.icon} size="small" />
        <div className={styles.words}>
          <div className={styles.title}>
            <span id={`${id}-name`} className={styles.name}>
              {name}
            </span>
            {(entry.beta || price > 0) && (
              <span className={styles.tags}>
                {entry.beta && <span className={styles.tag}>{t('apps.beta')}</span>}
                {price > 0 && <span className={styles.tag}>{t('apps.price', { credits: price })}</span>}
              </span>
            )}
          </div>
          <p id={`${id}-text`} className={styles.text}>
            {appDescription(texts, app)}
            {!isHere && entry.requiresDeployment && (
              <>
                {' '}
                <strong>{t(`apps.requires.${entry.requiresDeployment}`)}</strong>
              </>
            )}
          </p>
        </div>
        <div className={styles.side}>
          {form && isOn && (isOwnForm || openForm) && (
            <Button
              variant="subtle"
              size="xs"
              className={styles.open ?? ''}
              leftSection={<IconSettings size={16} aria-hidden />}
              aria-describedby={`${id}-name`}
              {...(isOwnForm ? { 'aria-expanded': isOpen } : {})}
              onClick={() => (isOwnForm ? setOpen(!isOpen) : openForm?.(form))}
            >
              {t('apps.settings')}
            </Button>
          )}
          <Switch
            className={styles.switch ?? ''}
            checked={isOn}
            // An app that is on can always be turned off.
            disabled={disabled || (!isHere && !isOn)}
            aria-labelledby={`${id}-name`}
            aria-describedby={`${id}-text`}
            onChange={(event) => onSwitch(event.currentTarget.checked)}
          />
        </div>
      </div>
      {isOpen && isOn && form && isOwnForm && <AppSettings form={form} disabled={disabled} />}
    </li>
  );
}
