import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { IconCheck, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Panel } from '../../ui/page.tsx';
import { useMay } from '../organizations/queries.ts';
import styles from './first-steps.module.css';

interface FirstStepsProps {
  readonly profiles: number;
  readonly machines: number;
  readonly members: number;
}

/** Next steps of a new organization, as far as permitted: done ones are checked off, others link to their page. */
export function FirstSteps({ profiles, machines, members }: FirstStepsProps): ReactNode {
  const { t } = useTexts();
  const steps = [
    { id: 'profile', isDone: profiles > 0, to: paths.profiles(), isOpen: useMay('profile.write') },
    { id: 'machine', isDone: machines > 0, to: paths.enrollment(), isOpen: useMay('machine.register') },
    { id: 'members', isDone: members > 1, to: paths.users(), isOpen: useMay('members.write') },
  ] as const;
  const open = steps.filter(({ isOpen }) => isOpen);
  if (open.length === 0) return <Panel>{t('console.machines.empty.text')}</Panel>;
  return (
    <Panel title={t('machines.dashboard.next')} flush>
      <ol className={styles.steps}>
        {open.map(({ id, isDone, to }, index) => (
          <li key={id}>
            <Link to={to} className={styles.step}>
              <span className={styles.mark} data-done={isDone || undefined}>
                {isDone ? <IconCheck size={18} aria-hidden /> : index + 1}
                {isDone && <span className="visually-hidden">{t('machines.dashboard.next.done')}</span>}
              </span>
              <span className={styles.words}>
                <span className={styles.name}>{t(`machines.dashboard.next.${id}`)}</span>
                <span className={styles.text}>{t(`machines.dashboard.next.${id}.text`)}</span>
              </span>
              <IconChevronRight size={18} stroke={1.5} aria-hidden />
            </Link>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
