import { type AccountObstacle, giveUpAccount, readGivingUp } from '@berth/contract/api/account';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { keepSignedOutRoute } from '../../app/paths/journey.ts';
import { paths } from '../../app/paths/paths.ts';
import { forgetSignIn } from '../../data/auth/sign-in.ts';
import { call } from '../../data/call.ts';
import { useTexts } from '../../i18n/store.ts';
import type { Texts } from '../../i18n/texts.ts';
import { DANGER } from '../../ui/mantine/theme.ts';
import { Panel } from '../../ui/panel.tsx';
import { InformDialog } from '../dialogs/inform.tsx';
import { showError } from '../dialogs/show-error.tsx';
import { openDialog } from '../dialogs/stack.tsx';
import { toast } from '../parts/toast.ts';
import { withPassword } from './password-dialog.tsx';

/** The way out: the account and what is only the person's own. */
export function GiveUpPanel(): ReactNode {
  const { t } = useTexts();
  return (
    <Panel
      title={t('account.giveUp')}
      actions={
        <Button variant="default" c={DANGER} onClick={() => void giveUp()}>
          {t('account.giveUp.open')}
        </Button>
      }
    >
      <p>{t('account.giveUp.about')}</p>
    </Panel>
  );
}

async function giveUp(): Promise<void> {
  try {
    const obstacles = await call(readGivingUp);
    if (obstacles.length > 0) return await openDialog<void>((close) => <Obstacles list={obstacles} close={close} />);
  } catch (error) {
    return showError(error);
  }
  const done = await withPassword(({ t }) => ({
    title: t('account.giveUp.title'),
    message: t('account.giveUp.message'),
    why: t('account.giveUp.why'),
    submit: t('account.giveUp.submit'),
    danger: true,
    run: async (password) => {
      await call(giveUpAccount, { body: { password } });
      return true;
    },
  }));
  if (!done) return;
  toast(({ t }) => t('account.giveUp.done'));
  keepSignedOutRoute(paths.signedOut());
  forgetSignIn();
  location.assign(paths.root());
}

interface ObstaclesProps {
  readonly list: readonly AccountObstacle[];
  readonly close: () => void;
}

/** What has to be settled first, by organization. */
function Obstacles({ list, close }: ObstaclesProps): ReactNode {
  const texts = useTexts();
  return (
    <InformDialog title={texts.t('account.giveUp.blocked')} onClose={close}>
      <p>{texts.t('account.giveUp.blocked.text')}</p>
      <ul>
        {list.map((obstacle) => (
          <li key={`${obstacle.organizationId} ${obstacle.reason}`}>{whatToDo(texts, obstacle)}</li>
        ))}
      </ul>
    </InformDialog>
  );
}

function whatToDo({ t }: Texts, { name, reason }: AccountObstacle): string {
  switch (reason) {
    case 'members':
      return t('account.giveUp.members', { name });
    case 'machines':
      return t('account.giveUp.machines', { name });
    case 'billing':
      return t('account.giveUp.billing', { name });
  }
}
