import { type ProfileSummary, readProfile } from '@berth/contract/api/profiles';
import type { OrganizationId } from '@berth/contract/ids';
import type { ProfileDefinition } from '@berth/contract/profile/definition';
import { hasDemo, inDemo } from '@berth/web/data/auth/demo.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { Button } from '@mantine/core';
import { IconCheck, IconPlayerPlay, IconUsers } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { read } from '../../data/query.ts';
import { Panel } from '../../ui/page.tsx';
import { makeCode, setUpHere } from '../enrollment/code-actions.ts';
import { useMay } from '../organizations/queries.ts';
import { ButtonLink } from '../parts/links.tsx';
import styles from './first-steps.module.css';
import { StartingPoints } from './starting-points.tsx';

/** More profiles are not read: an organization that has them needs no first steps. */
const PROFILES_READ = 5;

/** Whether a profile opens something; undefined until it is known. */
export function useHasApp(profiles: readonly ProfileSummary[], enabled: boolean): boolean | undefined {
  return useQueries({
    queries: profiles.slice(0, PROFILES_READ).map(({ id }) => ({ ...read(readProfile, { params: { id } }), enabled })),
    combine: (replies) => {
      if (replies.some(({ data }) => data && opensSomething(data.definition))) return true;
      // A profile that cannot be read may well have some.
      return replies.some(({ isPending }) => isPending) ? undefined : replies.some(({ isError }) => isError);
    },
  });
}

function opensSomething({ thinhoc }: Partial<ProfileDefinition>): boolean {
  const lists = [...Object.values(thinhoc?.sessions ?? {}), thinhoc?.apps?.enabled ?? []];
  return lists.some((list) => list.length > 0);
}

interface FirstStepsProps {
  readonly orgId: OrganizationId;
  readonly profiles: readonly ProfileSummary[];
  readonly machines: number;
  readonly hasApp: boolean;
}

/** The steps of a new organization, as far as permitted. Done ones are checked off, and the first other one is open. */
export function FirstSteps({ orgId, profiles, machines, hasApp }: FirstStepsProps): ReactNode {
  const { t } = useTexts();
  const mayChange = useMay('profile.write');
  const mayRegister = useMay('machine.register');
  const mayInvite = useMay('members.write');
  const [first] = profiles;
  const steps = [
    { id: 'profile', isDone: first !== undefined, isAllowed: mayChange },
    { id: 'machine', isDone: machines > 0, isAllowed: mayRegister },
    { id: 'app', isDone: hasApp, isAllowed: mayChange },
  ] as const;
  const allowed = steps.filter(({ isAllowed }) => isAllowed);
  const open = allowed.find(({ isDone }) => !isDone)?.id;
  if (allowed.length === 0) return <Panel>{t('console.machines.empty.text')}</Panel>;
  return (
    <>
      <Panel flush>
        <ol className={styles.steps}>
          {allowed.map(({ id, isDone }, index) => (
            <li key={id} aria-current={id === open ? 'step' : undefined}>
              <div className={styles.head}>
                <span className={styles.mark} data-done={isDone || undefined}>
                  {isDone ? <IconCheck size={16} aria-hidden /> : index + 1}
                  {isDone && <span className="visually-hidden">{t('machines.dashboard.next.done')}</span>}
                </span>
                <h2 className={styles.name}>{t(`machines.dashboard.next.${id}`)}</h2>
                <span className={styles.text}>{t(`machines.dashboard.next.${id}.text`)}</span>
              </div>
              {id === 'profile' && id === open && <StartingPoints orgId={orgId} />}
              {id === 'machine' && id === open && <MachineStep orgId={orgId} />}
              {id === 'app' && !isDone && first && (
                <div className={styles.buttons}>
                  <ButtonLink
                    to={paths.profile(first.id, 'sessions/webapp')}
                    variant={id === open ? 'filled' : 'default'}
                  >
                    {t('machines.start.app')}
                  </ButtonLink>
                </div>
              )}
            </li>
          ))}
        </ol>
      </Panel>
      <div className={styles.more}>
        {mayInvite && (
          <Link to={paths.users()}>
            <IconUsers size={18} stroke={1.5} aria-hidden />
            {t('machines.dashboard.next.members')}
          </Link>
        )}
        {hasDemo() && !inDemo() && (
          <Link to={paths.demoSignIn()}>
            <IconPlayerPlay size={18} stroke={1.5} aria-hidden />
            {t('machines.start.demo')}
          </Link>
        )}
      </div>
    </>
  );
}

/** The first machine: with a code, or this computer. */
function MachineStep({ orgId }: { readonly orgId: OrganizationId }): ReactNode {
  const { t } = useTexts();
  const [isExpected, setExpected] = useState(false);
  const expect = async (made: Promise<boolean>) => {
    if (await made) setExpected(true);
  };
  return (
    <div className={styles.buttons}>
      <Button onClick={() => void expect(makeCode(orgId))}>{t('machines.enrollment.make')}</Button>
      <Button variant="default" onClick={() => void expect(setUpHere(orgId))}>
        {t('machines.start.here')}
      </Button>
      <p role="status" className={styles.text}>
        {isExpected ? t('machines.start.waiting') : ''}
      </p>
    </div>
  );
}
