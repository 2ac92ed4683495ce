import type { Webhook } from '@berth/contract/api/webhooks';
import { COMMAND_FINISHED_EVENT, PRESENCE_EVENTS, WEBHOOK_EVENT_PATTERN } from '@berth/contract/rules/webhooks';
import { Button, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/store.ts';
import type { Words } from '../../i18n/texts.ts';
import { useWords } from '../../i18n/use-words.ts';
import { FormDialog } from '../../ui/mantine/form-dialog.tsx';
import { openDialog } from '../dialogs/stack.tsx';
import styles from './webhook-dialog.module.css';

/** Where to send what. */
export interface WantedWebhook {
  readonly url: string;
  readonly events: string[];
}

const EVENT = new RegExp(WEBHOOK_EVENT_PATTERN);
/** What most receivers want to hear of; anything of the audit log can be named. */
const SUGGESTED = [
  '*',
  ...PRESENCE_EVENTS,
  COMMAND_FINISHED_EVENT,
  'machines.*',
  'profiles.*',
  'members.*',
  'billing.*',
];

interface WebhookDialogProps {
  /** The one to change; undefined for a new one. */
  readonly webhook: Webhook | undefined;
  readonly send: (wanted: WantedWebhook) => Promise<Words | undefined>;
  readonly close: () => void;
}

function WebhookDialog({ webhook, send, close }: WebhookDialogProps): ReactNode {
  const { t } = useTexts();
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [text, setText] = useState(webhook?.events.join('\n') ?? '*');
  const [tried, setTried] = useState(false);
  const [problem, setProblem] = useWords();
  const [busy, setBusy] = useState(false);
  const events = [...new Set(text.split(/[\s,]+/).filter((each) => each !== ''))];
  const isUrl = /^https?:\/\/[!-~]+$/.test(url.trim());
  const areEvents = events.length > 0 && events.every((event) => EVENT.test(event));
  const submit = async (): Promise<void> => {
    setTried(true);
    if (!isUrl || !areEvents) return;
    setBusy(true);
    const refused = await send({ url: url.trim(), events });
    setBusy(false);
    if (refused === undefined) close();
    else setProblem(refused);
  };
  return (
    <FormDialog
      title={t(webhook ? 'keys.hook.edit' : 'keys.hook.make')}
      submit={t(webhook ? 'common.save' : 'common.create')}
      cancel={t('common.cancel')}
      busy={busy}
      problem={problem}
      onSubmit={submit}
      onClose={close}
    >
      <TextInput
        label={t('keys.hook.url')}
        type="url"
        autoComplete="off"
        maxLength={2_048}
        data-autofocus
        value={url}
        error={tried && !isUrl ? t('keys.hook.url.invalid') : undefined}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <Textarea
        label={t('keys.hook.events')}
        description={t('keys.hook.events.hint')}
        rows={4}
        spellCheck={false}
        value={text}
        error={tried && !areEvents ? t('keys.hook.events.invalid') : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={styles.suggested}>
        {SUGGESTED.map((event) => (
          <Button
            key={event}
            variant="default"
            size="compact-sm"
            disabled={events.includes(event)}
            onClick={() => setText([...events, event].join('\n'))}
          >
            {event}
          </Button>
        ))}
      </div>
    </FormDialog>
  );
}

/** Asks for a webhook's address and events. */
export async function askForWebhook(webhook: Webhook | undefined, send: WebhookDialogProps['send']): Promise<void> {
  await openDialog<void>((close) => <WebhookDialog webhook={webhook} send={send} close={() => close()} />);
}
