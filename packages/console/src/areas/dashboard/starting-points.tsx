import type { OrganizationId } from '@berth/contract/ids';
import { PROFILE_NAME_DEFAULT } from '@berth/contract/limits';
import { useSubmit } from '@berth/web/data/use-submit.ts';
import { loadTexts, useTexts } from '@berth/web/i18n/store.ts';
import type { Texts } from '@berth/web/i18n/texts.ts';
import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { CheckedForm } from '../../ui/checked-form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { openDialog } from '../dialogs/stack.tsx';
import { makeProfile } from '../profiles/new-profile.ts';
import styles from './first-steps.module.css';

const POINTS = ['kiosk', 'desktop', 'empty'] as const;
type Point = (typeof POINTS)[number];

const RDP_APP = 'thinhoc::rdp-client';

/** The first profile, from one of three starting points. */
export function StartingPoints({ orgId }: { readonly orgId: OrganizationId }): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const [point, setPoint] = useState<Point>('kiosk');
  const [target, setTarget] = useState('');
  const [tried, setTried] = useState(false);
  const { busy, error, submit } = useSubmit();
  const group = useId();
  const profile = profileFrom(point, target, texts);
  const create = async () => {
    setTried(true);
    if (!profile || (point === 'desktop' && !(await confirmDesktops()))) return;
    await makeProfile(orgId, profile);
  };
  return (
    <CheckedForm className={styles.form} onSubmit={() => submit(create)}>
      {error !== undefined && <Notice tone="bad">{error}</Notice>}
      <fieldset className={styles.points}>
        <legend className="visually-hidden">{t('machines.start.label')}</legend>
        {POINTS.map((each) => (
          <label key={each} className={styles.point}>
            <input
              type="radio"
              className="visually-hidden"
              name={group}
              checked={point === each}
              onChange={() => {
                setPoint(each);
                setTried(false);
              }}
            />
            <Picture point={each} />
            <span className={styles.name}>{t(`machines.start.${each}`)}</span>
            <span className={styles.text}>{t(`machines.start.${each}.text`)}</span>
          </label>
        ))}
      </fieldset>
      <div className={styles.act}>
        {point !== 'empty' && (
          <TextInput
            key={point}
            className={styles.target}
            label={t(`machines.start.${point}.target`)}
            inputMode="url"
            autoComplete="off"
            value={target}
            onChange={({ currentTarget: { value } }) => setTarget(value)}
            error={tried && !profile ? t(`machines.start.${point}.invalid`) : undefined}
          />
        )}
        <Button type="submit" loading={busy}>
          {t('console.profile.create')}
        </Button>
      </div>
    </CheckedForm>
  );
}

/** What the machine's screen looks like, drawn. */
function Picture({ point }: { readonly point: Point }): ReactNode {
  return (
    <span className={styles.picture} data-point={point} aria-hidden>
      {point === 'kiosk' && (
        <>
          <i />
          <b />
          <b />
          <b />
        </>
      )}
      {point === 'desktop' && (
        <span>
          <b />
          <b />
          <i />
        </span>
      )}
      {point === 'empty' && <i />}
    </span>
  );
}

/** The profile of a starting point; undefined while its target is missing or no address. */
function profileFrom(point: Point, text: string, { t }: Texts) {
  const typed = text.trim();
  if (point === 'empty') return { name: PROFILE_NAME_DEFAULT };
  const name = t(`machines.start.${point}`);
  if (point === 'desktop') {
    if (!/^[\w.-]+(?::\d{1,5})?$/.test(typed)) return undefined;
    const rdp = [{ display_name: typed, icon: {}, default_host: typed }];
    return {
      name,
      deployment: 'flex',
      definition: { thinhoc: { apps: { enabled: [RDP_APP] }, sessions: { rdp } } },
    } as const;
  }
  const url = webAddress(typed);
  if (!url) return undefined;
  const webapp = [{ display_name: url.hostname, window_title: url.hostname, url: url.href }];
  const kiosk = { session_type: 'webapp', session_index: 0 };
  return { name, definition: { thinhoc: { sessions: { webapp }, kiosk } } };
}

/** A web address as people type it, with or without its scheme. */
function webAddress(typed: string): URL | undefined {
  const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
  return typed !== '' && !/\s/.test(typed) && URL.canParse(address) ? new URL(address) : undefined;
}

/** Remote desktops are a beta app that costs credits: both are confirmed first (spec chapter 8). */
async function confirmDesktops(): Promise<boolean> {
  const [{ EnableDialog }, { APP_CATALOG }] = await Promise.all([
    import('../../forms/apps/enable-dialog.tsx'),
    import('@berth/contract/apps/catalog'),
    loadTexts(['apps']),
  ]);
  return openDialog<boolean>((close) => (
    <EnableDialog
      app={RDP_APP}
      entry={APP_CATALOG[RDP_APP]}
      deployment="flex"
      onEnable={() => close(true)}
      onClose={() => close(false)}
    />
  ));
}
