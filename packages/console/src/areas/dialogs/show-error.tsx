import { ApiError, SignedOutError } from '@berth/web/data/api-error.ts';
import { describeError, isLoginEnded } from '@berth/web/data/describe-error.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { Words } from '@berth/web/i18n/texts.ts';
import type { ReactNode } from 'react';
import styles from './dialogs.module.css';
import { InformDialog } from './inform.tsx';
import { openDialog } from './stack.tsx';
import { billingNotSetUp, upgradeRequired } from './upgrade-required.tsx';

interface ErrorDialogProps {
  readonly error: unknown;
  /** The plain error message: the response's, or the program's. */
  readonly plain: string;
  /** The action that failed. */
  readonly failed: Words | undefined;
  readonly close: () => void;
}

function ErrorDialog({ error, plain, failed, close }: ErrorDialogProps): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const description = describeError(error, texts);
  if (!description) return null;
  const facts = [
    [t('errors.api.status'), description.status],
    [t('errors.api.code'), description.code],
    [t('errors.api.message'), plain || undefined],
  ] as const;
  return (
    <InformDialog title={description.title} onClose={close}>
      {failed && <p>{failed(texts)}</p>}
      {description.message !== plain && <p>{description.message}</p>}
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
 * Shows an error: in the user's language, with status code, error code and message of a call, or with the plain error
 * message (spec chapter 8); or the offer of Pro. Ignores errors that need no message.
 * @param failed the failed action.
 */
export async function showError(error: unknown, failed?: Words): Promise<void> {
  if (error instanceof ApiError && error.code === 'upgrade-required') return upgradeRequired();
  if (error instanceof ApiError && error.code === 'billing-not-set-up') return billingNotSetUp();
  // The login page is there already, and would be below the dialog.
  if (error instanceof SignedOutError || isLoginEnded(error)) return;
  if (!(error instanceof ApiError)) console.error(error);
  const plain = error instanceof Error ? error.message : String(error);
  await openDialog<void>((close) => <ErrorDialog error={error} plain={plain} failed={failed} close={close} />);
}
