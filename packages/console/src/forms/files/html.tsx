import { useTexts } from '@berth/web/i18n/store.ts';
import { Button, Textarea } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Frame, faultNode } from '../controls/frame.tsx';
import { type ControlProps, emptied, useControl } from '../controls/use-control.ts';
import { useDraft } from '../controls/use-edit.ts';
import styles from './html.module.css';

const HtmlPreview = lazy(() => import('./html-preview.tsx'));

/** HTML source, with a preview of the machine's view. */
export function HtmlControl(props: ControlProps): ReactNode {
  const { schema, data, path } = props;
  const { t } = useTexts();
  const control = useControl(props);
  const [isPreviewed, setPreviewed] = useState(false);
  const draft = useDraft(typeof data === 'string' ? data : '', (text) => control.set(emptied(schema, text)));
  return (
    <Frame
      path={path}
      width="full"
      onLeave={() => {
        draft.flush();
        control.touch();
      }}
    >
      <Textarea
        label={control.label}
        description={control.description}
        error={faultNode(control.error)}
        withAsterisk={control.required}
        aria-required={control.required}
        disabled={control.disabled}
        rows={8}
        spellCheck={false}
        classNames={{ input: styles.source ?? '' }}
        placeholder={typeof schema.default === 'string' && schema.default !== '' ? schema.default : undefined}
        value={draft.text}
        onChange={(event) => draft.change(event.currentTarget.value)}
      />
      <Button
        variant="subtle"
        size="xs"
        mt="xs"
        aria-expanded={isPreviewed}
        leftSection={isPreviewed ? <IconEyeOff size={16} aria-hidden /> : <IconEye size={16} aria-hidden />}
        onClick={() => setPreviewed(!isPreviewed)}
      >
        {t(isPreviewed ? 'forms.html.hide' : 'forms.html.preview')}
      </Button>
      {isPreviewed && (
        <Suspense fallback={<div className={styles.preview} />}>
          <HtmlPreview html={draft.text} />
        </Suspense>
      )}
    </Frame>
  );
}
