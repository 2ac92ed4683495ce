import type { Webhook } from '@berth/contract/api/webhooks';
import { COMMAND_FINISHED_EVENT, PRESENCE_EVENTS, WEBHOOK_EVENT_PATTERN } from '@berth/contract/rules/webhooks';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { Texts } from '@berth/web/i18n/texts.ts';
import { Button, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { openDialog } from '../dialogs/stack.tsx';
import { useDialogForm } from '../dialogs/use-dialog-form.ts';
import styles from './webhooks.module.css';

const EVENT = new RegExp(WEBHOOK_EVENT_PATTERN);
/** Events that most receivers want; any audit log event can be named. */
const SUGGESTED = [
  '*',
  ...PRESENCE_EVENTS,
  COMMAND_FINISHED_EVENT,
  'machines.*',
  'profiles.*',
  'members.*',
  'billing.*',
];

/** URL and events of a webhook. */
interface WantedWebhook {
  readonly url: string;
  readonly events: string[];
}

interface WebhookDialogProps<Saved> {
  /** The webhook to change; undefined for a new one. */
  readonly webhook: Webhook | undefined;
  readonly send: (wanted: WantedWebhook) => Promise<Saved>;
  readonly close: (saved: Saved | undefined) => void;
}

const eventsOf = (text: string) => [...new Set(text.split(/[\s,]+/).filter((each) => each !== ''))];

function WebhookDialog<Saved>({ webhook, send, close }: WebhookDialogProps<Saved>): ReactNode {
  const { t } = useTexts();
  const form = useDialogForm({
    start: { url: webhook?.url ?? '', events: webhook?.events.join('\n') ?? '*' },
    check: ({ url, events }) => {
      const named = eventsOf(events);
      const areEvents = named.length > 0 && named.every((event) => EVENT.test(event));
      return {
        url: /^https?:\/\/[!-~]+$/.test(url.trim()) ? undefined : t('keys.hook.url.invalid'),
        events: areEvents ? undefined : t('keys.hook.events.invalid'),
      };
    },
    send: ({ url, events }) => send({ url: url.trim(), events: eventsOf(events) }),
    close,
  });
  const events = eventsOf(form.values.events);
  return (
    <FormDialog
      form={form}
      title={t(webhook ? 'keys.hook.edit' : 'keys.hook.make')}
      submit={t(webhook ? 'common.save' : 'common.create')}
    >
      <TextInput
        label={t('keys.hook.url')}
        type="url"
        autoComplete="off"
        maxLength={2_048}
        data-autofocus
        {...form.text('url')}
      />
      <Textarea
        label={t('keys.hook.events')}
        description={t('keys.hook.events.hint')}
        rows={4}
        spellCheck={false}
        {...form.text('events')}
      />
      <div className={styles.suggested}>
        {SUGGESTED.map((event) => (
          <Button
            key={event}
            variant="default"
            size="compact-sm"
            disabled={events.includes(event)}
            onClick={() => form.set({ events: [...events, event].join('\n') })}
          >
            {event}
          </Button>
        ))}
      </div>
    </FormDialog>
  );
}

/** Asks for a webhook's URL and events; undefined when canceled. */
export function askForWebhook<Saved>(
  webhook: Webhook | undefined,
  send: WebhookDialogProps<Saved>['send'],
): Promise<Saved | undefined> {
  return openDialog<Saved | undefined>((close) => <WebhookDialog webhook={webhook} send={send} close={close} />);
}

/** The names of a webhook's events; `*` means "all events". */
export function eventsText(events: readonly string[], { t }: Pick<Texts, 't'>): string {
  return events.includes('*') ? t('keys.hook.events.all') : events.join(', ');
}
