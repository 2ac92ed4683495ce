import type { MessageKey } from '@berth/web/i18n/keys.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { Texts, Words } from '@berth/web/i18n/texts.ts';
import { goTo, paths } from '@berth/web/paths/paths.ts';
import { Dialog } from '@berth/web/ui/dialog.tsx';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { activeOrganizationId } from '../../data/active-organization.ts';
import { queryClient } from '../../data/query.ts';
import { money } from '../../lib/money.ts';
import { informationQuery } from '../billing/queries.ts';
import { organizationsQuery } from '../organizations/queries.ts';
import { leaveDialogs, openDialog } from './stack.tsx';

interface WayOutProps {
  readonly title: MessageKey;
  readonly message: Words;
  /** The button that links to the page for changing it. */
  readonly open: MessageKey;
  readonly close: (open: boolean) => void;
}

function WayOutDialog({ title, message, open, close }: WayOutProps): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  return (
    <Dialog
      title={t(title)}
      alert
      onClose={() => close(false)}
      actions={
        <>
          <Button variant="default" onClick={() => close(false)}>
            {t('common.close')}
          </Button>
          <Button data-autofocus onClick={() => close(true)}>
            {t(open)}
          </Button>
        </>
      }
    >
      <p>{message(texts)}</p>
    </Dialog>
  );
}

async function show(texts: Omit<WayOutProps, 'close'>): Promise<void> {
  const open = await openDialog<boolean>((close) => <WayOutDialog {...texts} close={close} />);
  if (!open) return;
  // The dialog of the refused request would cover the linked page.
  leaveDialogs();
  goTo(paths.billing());
}

type WhichMachines = 'chosen' | 'all';

/**
 * The price of Pro, in credits and money if known, which requires access to billing. For several machines with their
 * total, preceded by missing billing.
 */
const proPrice = ({ t, language }: Texts, count: number, which: WhichMachines): string => {
  const orgId = activeOrganizationId();
  const known = orgId && queryClient.getQueryData(informationQuery(orgId).queryKey);
  if (!known) return t('console.dialog.upgrade.credits');
  const { proCredits, periodDays: days, creditPrice, currency } = known;
  const priced = (machines: number) => {
    const credits = machines * proCredits;
    return { count: credits, days, sum: money(language, credits * creditPrice, currency), machines };
  };
  const parts = [t('console.dialog.upgrade.price', priced(1))];
  if (known.state !== 'set-up') parts.unshift(t('console.dialog.upgrade.billing'));
  if (count > 1) parts.push(t(`console.dialog.upgrade.${which}`, priced(count)));
  return parts.join(' ');
};

/**
 * Offers Pro (spec chapter 6): several profiles, power management, remote control.
 * @param count Number of machines: the selected ones, or all of the organization.
 */
export function upgradeRequired(count = 1, which: WhichMachines = 'chosen'): Promise<void> {
  if (hasLapsed()) {
    return show({
      title: 'console.dialog.lapsed.title',
      message: ({ t }) => t('console.dialog.lapsed.message'),
      open: 'console.dialog.upgrade.open',
    });
  }
  return show({
    title: 'console.dialog.upgrade.title',
    message: (texts) =>
      `${texts.t('console.dialog.upgrade.message')} ${proPrice(texts, count, which)} ${texts.t('console.dialog.upgrade.without')}`,
    open: 'console.dialog.upgrade.open',
  });
}

/** Whether the organization has Pro, and its credits ran out. */
function hasLapsed(): boolean {
  const organizations = queryClient.getQueryData(organizationsQuery.queryKey);
  return organizations?.find(({ id }) => id === activeOrganizationId())?.proLapsed === true;
}

/** The organization has no billing account, or one without payment method and VAT ID (spec chapter 4). */
export function billingNotSetUp(): Promise<void> {
  return show({
    title: 'console.dialog.billing.title',
    message: ({ t }) => t('console.dialog.billing.message'),
    open: 'console.dialog.billing.open',
  });
}
