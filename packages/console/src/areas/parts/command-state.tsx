import type { Command } from '@berth/contract/api/commands';
import { type CommandOutcome, outcomeOf } from '@berth/contract/rules/command-outcome';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { Texts } from '@berth/web/i18n/texts.ts';
import {
  IconBan,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconClockX,
  IconMailOpened,
  IconSend,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Status, type Tone } from '../../ui/status.tsx';

const LOOK: Record<CommandOutcome, { readonly tone: Tone; readonly icon: TablerIcon }> = {
  queued: { tone: 'neutral', icon: IconClock },
  delivered: { tone: 'neutral', icon: IconSend },
  succeeded: { tone: 'good', icon: IconCircleCheck },
  failed: { tone: 'bad', icon: IconCircleX },
  expired: { tone: 'warn', icon: IconClockX },
  cancelled: { tone: 'neutral', icon: IconBan },
  read: { tone: 'good', icon: IconMailOpened },
};

type Told = Pick<Command, 'type' | 'state' | 'readAt'>;

/** How a command went on its machine. */
export function CommandState({ command }: { readonly command: Told }): ReactNode {
  const texts = useTexts();
  const { tone, icon } = LOOK[outcomeOf(command)];
  return (
    <Status tone={tone} icon={icon}>
      {commandStateText(command, texts)}
    </Status>
  );
}

/** How a command went, in words: a message is delivered, and then read by whoever sits there. */
export function commandStateText(command: Told, { t }: Pick<Texts, 't'>): string {
  const outcome = outcomeOf(command);
  if (outcome === 'read' || (command.type === 'notify' && outcome === 'delivered')) {
    return t(`console.message.${outcome}`);
  }
  return t(`console.commandState.${outcome}`);
}
