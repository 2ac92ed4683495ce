import { endAllSessions, endSession, listSessions } from '@berth/contract/api/account';
import { forgetSignIn } from '@berth/web/data/auth/sign-in.ts';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { keepSignedOutRoute } from '@berth/web/paths/remembered-routes.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient, read } from '../../data/query.ts';
import { Panel } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Status } from '../../ui/status.tsx';
import { confirm } from '../dialogs/confirm.tsx';
import { showError } from '../dialogs/show-error.tsx';
import rows from '../parts/simple-table.module.css';
import { toast } from '../parts/toast.ts';

/** Most specific first: browsers also name those that they imitate. */
const BROWSERS = [
  [/Edg\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/Firefox\/(\d+)/, 'Firefox'],
  [/Chrome\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).*Safari/, 'Safari'],
] as const;

const SYSTEMS = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const;

const sessionsQuery = read(listSessions);

/** The account's sessions, each with a logout, and one for all. */
export function SessionsPanel(): ReactNode {
  const { t, dateTime } = useTexts();
  const { data } = useQuery(sessionsQuery);
  return (
    <Panel
      title={t('account.sessions')}
      actions={
        <Button variant="default" onClick={() => void signOutEverywhere()}>
          {t('account.sessions.endAll')}
        </Button>
      }
      flush
    >
      <ul className={rows.list}>
        {!data && (
          <li className={rows.row}>
            <SkeletonLines count={2} />
          </li>
        )}
        {data?.map(({ id, current, client, userAgent, address, signedInAt, lastSeenAt }) => (
          <li key={id} className={rows.row}>
            <span className={rows.words}>
              <span className={rows.name}>
                {client === 'machine' ? t('account.sessions.machine') : describeBrowser(userAgent)}
              </span>
              <span className={rows.facts}>
                {t('account.sessions.facts', {
                  address,
                  since: dateTime(signedInAt),
                  seen: dateTime(lastSeenAt),
                })}
              </span>
            </span>
            {current ? (
              <Status tone="good">{t('account.sessions.current')}</Status>
            ) : (
              <Button
                variant="default"
                aria-label={t('account.sessions.endOf', { browser: describeBrowser(userAgent) })}
                onClick={() => void end(id)}
              >
                {t('account.sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

async function end(sessionId: string): Promise<void> {
  try {
    await call(endSession, { params: { sessionId } });
    toast(({ t }) => t('account.sessions.endedOne'));
  } catch (error) {
    await showError(error);
  }
  await queryClient.invalidateQueries(sessionsQuery);
}

/** Logs out all sessions, including this one if chosen. */
async function signOutEverywhere(): Promise<void> {
  const sure = await confirm(({ t }) => ({
    title: t('account.sessions.endAll.title'),
    message: t('account.sessions.endAll.message'),
    yes: t('account.sessions.endAll'),
    danger: true,
  }));
  if (!sure) return;
  try {
    await call(endAllSessions, { body: { keepCurrent: false } });
  } catch (error) {
    return showError(error);
  }
  toast(({ t }) => t('account.sessions.ended'));
  keepSignedOutRoute(paths.signedOut());
  forgetSignIn();
  location.assign(paths.root());
}

/** "Firefox 128, Linux": enough of a User-Agent header to recognize a browser. */
export function describeBrowser(userAgent: string): string {
  const browser = BROWSERS.map(([pattern, name]) => [name, pattern.exec(userAgent)?.[1]]).find(
    ([, version]) => version,
  );
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const parts = [browser?.join(' '), system].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(', ') : userAgent.slice(0, 60);
}
