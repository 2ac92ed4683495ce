import { useTexts } from '@berth/web/i18n/store.ts';
import type { Texts } from '@berth/web/i18n/texts.ts';
import { Dialog } from '@berth/web/ui/dialog.tsx';
import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { openDialog } from './stack.tsx';

interface Secret {
  readonly title: string;
  readonly label: string;
  /** The value to copy, shown in a field. */
  readonly secret: string;
  readonly text?: string;
  /** Label of the button that closes it, if it can be shown again. */
  readonly done?: string;
  /** Shown instead of the field. */
  readonly content?: ReactNode;
}

interface SecretProps {
  readonly say: (texts: Texts) => Secret;
  readonly close: () => void;
}

function SecretDialog({ say, close }: SecretProps): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const { title, label, secret, text = t('common.shownOnce'), done = t('common.kept'), content } = say(texts);
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    setCopied(true);
  };
  return (
    // Not closable by Esc: it is shown only once.
    <Dialog
      title={title}
      actions={
        <>
          <Button variant="default" onClick={() => void copy()}>
            {t(copied ? 'common.copied' : 'common.copy')}
          </Button>
          <Button onClick={close} data-autofocus={content ? true : undefined}>
            {done}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      {content ?? (
        <TextInput
          label={label}
          readOnly
          data-autofocus
          value={secret}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </Dialog>
  );
}

/** Shows something that is mostly shown only once; resolves when the user confirms having saved it. */
export async function showSecret(say: (texts: Texts) => Secret): Promise<void> {
  await openDialog<void>((close) => <SecretDialog say={say} close={() => close()} />);
}
