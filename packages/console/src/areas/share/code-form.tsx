import { readCode } from '@berth/web/data/mirror/admission.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { Form } from '../identity/identity-frame.tsx';

const NAME = 'mirror-name';

interface CodeFormProps {
  readonly busy: boolean;
  readonly error: string | undefined;
  readonly onSubmit: (code: string, name: string) => void;
}

/** The code on the big screen, or in the URL of its QR code. */
export function CodeForm({ busy, error, onSubmit }: CodeFormProps): ReactNode {
  const { t } = useTexts();
  const [code, setCode] = useState(() => location.hash.slice(1));
  const [name, setName] = useState(() => localStorage.getItem(NAME) ?? '');
  const [wrong, setWrong] = useState(false);
  function submit(): void {
    const plain = readCode(code);
    setWrong(plain === null);
    if (plain === null) return;
    localStorage.setItem(NAME, name);
    onSubmit(plain, name.trim() || t('mirror.share.guest'));
  }
  return (
    <Form onSubmit={submit}>
      <p>{t('mirror.share.intro')}</p>
      {error !== undefined && <Notice tone="bad">{error}</Notice>}
      <TextInput
        label={t('mirror.share.code')}
        size="md"
        value={code}
        autoFocus={code === ''}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        error={wrong && t('mirror.share.codeWrong')}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
      <TextInput
        label={t('mirror.share.name')}
        size="md"
        value={name}
        maxLength={40}
        autoComplete="name"
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button type="submit" fullWidth size="md" loading={busy}>
        {t('mirror.share.connect')}
      </Button>
    </Form>
  );
}
