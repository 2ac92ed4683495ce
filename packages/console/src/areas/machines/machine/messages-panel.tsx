import { COMMAND_CALLS } from '@berth/contract/api/commands';
import { listMachineCommands, type Machine } from '@berth/contract/api/machines';
import { call } from '@berth/web/data/call.ts';
import { useBusy } from '@berth/web/data/use-submit.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { read } from '../../../data/query.ts';
import { Panel } from '../../../ui/page.tsx';
import { useMay } from '../../organizations/queries.ts';
import { run } from '../actions/work.ts';
import { CommandRow } from './commands-panel.tsx';
import listStyles from './list-panel.module.css';
import styles from './machine-page.module.css';

/** Number of commands searched for messages, and of shown messages. */
const LOOKED_AT = 50;
const SHOWN = 3;
const POLL_MS = 5_000;

/** Sends messages to the machine's user, and shows which ones were read. */
export function MessagesPanel({ machine }: { readonly machine: Machine }): ReactNode {
  const { t } = useTexts();
  const mayCommand = useMay('machine.command');
  const [text, setText] = useState('');
  const [busy, whileBusy] = useBusy();
  const { data } = useQuery({
    ...read(listMachineCommands, { params: { id: machine.id }, query: { limit: LOOKED_AT } }),
    refetchInterval: POLL_MS,
  });
  const sent = data?.filter(({ type }) => type === 'notify').slice(0, SHOWN) ?? [];
  const send = (event: FormEvent) => {
    event.preventDefault();
    const msg = text.trim();
    if (msg === '') return;
    void whileBusy(async () => {
      const params = { id: machine.id };
      if (await run(machine, () => call(COMMAND_CALLS.notify, { params, body: { msg } }))) setText('');
    });
  };
  if (!mayCommand && sent.length === 0) return null;
  return (
    <Panel title={t('machines.messages.panel')} flush>
      {mayCommand && (
        <form className={styles.message} onSubmit={send}>
          <TextInput
            className={styles.messageText}
            aria-label={t('machines.action.notify.label')}
            placeholder={
              machine.loggedIn === null
                ? t('machines.action.notify.label')
                : t('machines.messages.to', { person: machine.loggedIn })
            }
            maxLength={2_000}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={busy} disabled={text.trim() === ''}>
            {t('machines.action.notify.submit')}
          </Button>
        </form>
      )}
      {sent.length > 0 && (
        <ul className={listStyles.list}>
          {sent.map((command) => (
            <CommandRow key={command.id} command={command} />
          ))}
        </ul>
      )}
    </Panel>
  );
}
