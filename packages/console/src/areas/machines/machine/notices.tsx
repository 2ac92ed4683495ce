import { listMachineCertificates, type Machine, type MachineCertificate } from '@berth/contract/api/machines';
import { changeProfile } from '@berth/contract/api/profiles';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { read, reload } from '../../../data/query.ts';
import { Notice } from '../../../ui/notice.tsx';
import { confirm } from '../../dialogs/confirm.tsx';
import { useMay } from '../../organizations/queries.ts';
import { Facts } from '../../parts/facts.tsx';
import { toast } from '../../parts/toast.ts';
import { useNow } from '../../parts/use-now.ts';
import { run } from '../actions/work.ts';
import styles from './machine-page.module.css';

/** Warns that two computers use the machine's identity: since when, from where, and what to do. */
export function CloneNotice({ clone }: Pick<Machine, 'clone'>): ReactNode {
  const { t, dateTime, relative } = useTexts();
  const now = useNow();
  if (!clone) return null;
  const since = dateTime(clone.since);
  const addresses = clone.addresses.join(', ') || '–';
  return (
    <Notice tone="bad">
      <div className={styles.clone}>
        <strong>{t('machines.clone.title')}</strong>
        <p>{t('machines.clone.text', { since, last: relative(clone.lastAt, now), addresses })}</p>
        <p>{t('machines.clone.effect')}</p>
        <p>{t('machines.clone.advice')}</p>
      </div>
    </Notice>
  );
}

/** Lists the parts of its profile that the machine did not apply, and why (spec chapter 3, messages). */
export function MessagesNotice({ messages }: Pick<Machine, 'messages'>): ReactNode {
  const { t } = useTexts();
  if (messages.length === 0) return null;
  return (
    <Notice tone="bad">
      <div className={styles.clone}>
        <strong>{t('machines.messages.title')}</strong>
        {messages.map((message) => (
          <p key={message} className={styles.report}>
            {message}
          </p>
        ))}
        <p>{t('machines.messages.advice')}</p>
      </div>
    </Notice>
  );
}

/** Polling interval: refusals appear and disappear while the page is open. */
const REFRESH_MS = 30_000;

/** The refused certificates of remote desktops, each with a button to trust it. */
export function CertificatesNotice({ machine }: { readonly machine: Machine }): ReactNode {
  const { id } = machine;
  const { data } = useQuery({ ...read(listMachineCertificates, { params: { id } }), refetchInterval: REFRESH_MS });
  return data?.map((certificate) => (
    <CertificateNotice key={certificate.index} machine={machine} certificate={certificate} />
  ));
}

interface CertificateProps {
  readonly machine: Machine;
  readonly certificate: MachineCertificate;
}

function CertificateNotice({ machine, certificate }: CertificateProps): ReactNode {
  const { t, date } = useTexts();
  const mayTrust = useMay('profile.write');
  const { displayName, fault, host, subject, issuer, validFrom, validTo, fingerprint } = certificate;
  return (
    <Notice
      tone="warn"
      action={
        mayTrust && (
          <Button variant="default" onClick={() => void trust(machine, certificate)}>
            {t('machines.certificate.trust')}
          </Button>
        )
      }
    >
      <div className={styles.clone}>
        <strong>{t('machines.certificate.title', { name: displayName })}</strong>
        <p>{t(`machines.certificate.fault.${fault}`)}</p>
        <Facts
          facts={[
            [t('machines.certificate.host'), host],
            [t('machines.certificate.subject'), subject],
            [t('machines.certificate.issuer'), issuer],
            [
              t('machines.certificate.valid'),
              t('machines.certificate.period', { from: date(validFrom), to: date(validTo) }),
            ],
          ]}
        />
        <p>
          {t('machines.certificate.fingerprint')} <Fingerprint of={fingerprint} />
        </p>
        <p>{t('machines.certificate.advice')}</p>
      </div>
    </Notice>
  );
}

function Fingerprint({ of }: { readonly of: string }): ReactNode {
  return (
    <span className={styles.fingerprint}>
      {[...withColons(of).matchAll(/..:?/g)].map(({ 0: byte, index }) => (
        // Wraps between bytes.
        <Fragment key={index}>
          {byte}
          <wbr />
        </Fragment>
      ))}
    </span>
  );
}

/** In the format of Windows and OpenSSL, for comparison. */
function withColons(fingerprint: string): string {
  return fingerprint.toUpperCase().match(/../g)?.join(':') ?? fingerprint;
}

/** Stores the fingerprint in the profile's remote desktop, unless the profile was changed meanwhile. */
async function trust(machine: Machine, certificate: MachineCertificate): Promise<void> {
  const { profileId, profileName, revision, index, displayName, host, fingerprint } = certificate;
  const sure = await confirm(({ t }) => ({
    title: t('machines.certificate.confirm.title', { name: displayName }),
    message: t('machines.certificate.confirm.message', {
      host,
      profile: profileName,
      fingerprint: withColons(fingerprint),
    }),
    yes: t('machines.certificate.trust'),
  }));
  if (!sure) return;
  const session = `/definition/thinhoc/sessions/rdp/${index}`;
  const done = await run(machine, () =>
    call(changeProfile, {
      params: { id: profileId },
      mediaType: 'application/json-patch+json',
      ifMatch: revision,
      body: [
        { op: 'test', path: `${session}/default_host`, value: host },
        { op: 'add', path: `${session}/certificate_fingerprint`, value: fingerprint },
      ],
    }),
  );
  await reload(listMachineCertificates);
  if (done) toast(({ t }) => t('machines.certificate.done', { name: displayName, profile: profileName }));
}
