import type { AppCatalogEntry } from '@berth/contract/apps/entry';
import { appPrice } from '@berth/contract/apps/install';
import { DEPLOYMENT_DEFAULT, type Deployment } from '@berth/contract/limits';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Dialog } from '@berth/web/ui/dialog.tsx';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { appName } from '../texts.ts';

type Confirmation = 'beta' | 'paid';

/** Confirmations required before an app is turned on: that it is a beta, that it costs credits. */
export function confirmationsFor(entry: AppCatalogEntry, deployment: Deployment | undefined): Confirmation[] {
  return [
    ...(entry.beta ? (['beta'] as const) : []),
    ...(appPrice(entry, deployment ?? DEPLOYMENT_DEFAULT) > 0 ? (['paid'] as const) : []),
  ];
}

interface EnableDialogProps {
  readonly app: string;
  readonly entry: AppCatalogEntry;
  readonly deployment: Deployment | undefined;
  readonly onEnable: () => void;
  readonly onClose: () => void;
}

/** The confirmations one after another (spec chapter 8: before enabling a beta app and a paid app). */
export function EnableDialog({ app, entry, deployment, onEnable, onClose }: EnableDialogProps): ReactNode {
  const texts = useTexts();
  const [step, setStep] = useState(0);
  const confirmations = confirmationsFor(entry, deployment);
  const confirmation = confirmations[step] ?? 'beta';
  const isLast = step >= confirmations.length - 1;
  const values = { name: appName(texts, app), credits: appPrice(entry, deployment ?? DEPLOYMENT_DEFAULT) };
  return (
    <Dialog
      key={confirmation}
      alert
      title={texts.t(`apps.confirm.${confirmation}.title`, values)}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {texts.t('common.cancel')}
          </Button>
          <Button data-autofocus onClick={() => (isLast ? onEnable() : setStep(step + 1))}>
            {texts.t(isLast ? 'apps.enable' : 'common.next')}
          </Button>
        </>
      }
    >
      <p>{texts.t(`apps.confirm.${confirmation}.text`, values)}</p>
    </Dialog>
  );
}
