import { type BillingAccount, setUpPayment } from '@berth/contract/api/billing';
import { call } from '@berth/web/data/call.ts';
import { useBusy } from '@berth/web/data/use-submit.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { leavingPage } from '@berth/web/lib/leaving-page.ts';
import { Button } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState, Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/page.tsx';
import { showError } from '../dialogs/show-error.tsx';
import { Facts } from '../parts/facts.tsx';
import styles from './billing.module.css';
import { countryName } from './details.ts';
import { editDetails } from './details-dialog.tsx';
import { type BillingProps, refreshBilling } from './queries.ts';

interface AccountPanelProps extends BillingProps {
  readonly account: BillingAccount;
  readonly mayChange: boolean;
}

/** The billing account: none, created, or set up with a payment method and a VAT ID (spec chapter 4). */
export function AccountPanel({ orgId, account, mayChange }: AccountPanelProps): ReactNode {
  const { t } = useTexts();
  if (account.state === 'none') {
    return (
      <Panel title={t('billing.account')}>
        <EmptyState
          icon={IconReceipt}
          title={t('billing.account.none')}
          action={
            mayChange && <Button onClick={() => void editDetails(orgId, account)}>{t('billing.account.create')}</Button>
          }
        >
          {t('billing.account.none.text')}
        </EmptyState>
      </Panel>
    );
  }
  return <Account orgId={orgId} account={account} mayChange={mayChange} />;
}

function Account({ orgId, account }: AccountPanelProps): ReactNode {
  const { t, language } = useTexts();
  const { details, administrator, manageable, missing, paymentMethod, vatState } = account;
  return (
    <Panel
      title={t('billing.account')}
      actions={
        manageable && (
          <Button variant="default" onClick={() => void editDetails(orgId, account)}>
            {t('billing.account.change')}
          </Button>
        )
      }
    >
      <div className={styles.account}>
        {missing.length > 0 && <Missing orgId={orgId} account={account} />}
        {vatState === 'not-listed' && <Notice tone="warn">{t('billing.vat.notListed')}</Notice>}
        {!manageable && (
          <Notice tone="info">{t('billing.administrator.other', { email: administrator?.email ?? '' })}</Notice>
        )}
        <Facts
          facts={[
            [t('billing.administrator'), administrator?.email],
            [t('billing.company'), details?.company],
            [
              t('billing.address'),
              details &&
                `${details.street}, ${details.postcode} ${details.city}, ${countryName(details.country, language)}`,
            ],
            [t('billing.email'), details?.email],
            [t('billing.vatId'), details?.vatId ?? t('billing.missing')],
            [
              t('billing.payment'),
              paymentMethod
                ? `${t(`billing.payment.${paymentMethod.kind}`)} ${paymentMethod.label}`
                : t('billing.missing'),
            ],
          ]}
        />
      </div>
    </Panel>
  );
}

/** What is missing before a purchase, with a link to it. */
function Missing({ orgId, account }: { readonly orgId: BillingProps['orgId']; readonly account: BillingAccount }) {
  const { t } = useTexts();
  const [busy, during] = useBusy();
  const choose = async () => {
    const { url } = await call(setUpPayment, { params: { id: orgId } });
    if (url === null) return refreshBilling();
    // The payment provider's page redirects back here.
    location.assign(url);
    await leavingPage();
  };
  return account.missing.map((each) => (
    <Notice
      key={each}
      tone="warn"
      action={
        account.manageable &&
        (each === 'payment-method' ? (
          <Button loading={busy} onClick={() => void during(choose).catch(showError)}>
            {t(`billing.payment.choose.${account.paymentKind}`)}
          </Button>
        ) : (
          <Button variant="default" onClick={() => void editDetails(orgId, account)}>
            {t('billing.vatId.enter')}
          </Button>
        ))
      }
    >
      {t(`billing.missing.${each}`)}
    </Notice>
  ));
}
