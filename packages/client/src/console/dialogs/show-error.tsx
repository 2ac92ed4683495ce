import type { ReactNode } from 'react';
import { ApiError } from '../../data/api-error.ts';
import { describeError, type ErrorDescription } from '../../data/describe-error.ts';
import { currentTexts, useTexts } from '../../i18n/store.ts';
import { InformDialog } from './inform.tsx';
import styles from './show-error.module.css';
import { openDialog } from './stack.tsx';
import { billingNotSetUp, upgradeRequired } from './upgrade-required.tsx';

function ErrorDialog({ error, close }: { error: ErrorDescription; close: () => void }): ReactNode {
  const { t } = useTexts();
  const facts = [
    [t('errors.api.status'), error.status],
    [t('errors.api.code'), error.code],
    [t('errors.api.message'), error.message],
  ] as const;
  return (
    <InformDialog title={error.title} onClose={close}>
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => value !== undefined)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </InformDialog>
  );
}

/**
 * Tells a person what went wrong: status code, error code and message of a call (spec chapter 8), or what Pro would
 * give. Says nothing where nobody needs to be told.
 */
export async function showError(error: unknown): Promise<void> {
  if (error instanceof ApiError && error.code === 'upgrade-required') return upgradeRequired();
  if (error instanceof ApiError && error.code === 'billing-not-set-up') return billingNotSetUp();
  const description = describeError(error, currentTexts());
  if (!description) return;
  if (!(error instanceof ApiError)) console.error(error);
  await openDialog<void>((close) => <ErrorDialog error={description} close={close} />);
}
