import { SECRET_MASK } from '@berth/contract/profile/secrets';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button, Input } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { Frame, faultNode } from '../controls/frame.tsx';
import styles from '../controls/saved.module.css';
import { type ControlProps, useControl } from '../controls/use-control.ts';
import { certificatesOf } from './certificate-file.ts';
import { FileButton } from './file-button.tsx';

/** A text file whose content is stored, such as a tunnel's configuration. A saved secret one is not shown again. */
export function TextFileControl(props: ControlProps): ReactNode {
  const { schema, data, path } = props;
  const texts = useTexts();
  const control = useControl(props);
  const [name, setName] = useState<string>();
  const [tooLarge, setTooLarge] = useState(false);
  const id = useId();
  const content = typeof data === 'string' && data !== '' ? data : undefined;
  const { maxLength = 262_144 } = schema;

  async function take(file: File): Promise<void> {
    control.touch();
    setTooLarge(file.size > maxLength);
    if (file.size > maxLength) return;
    const isCertificate = control.options.content === 'certificates';
    const text = isCertificate ? certificatesOf(new Uint8Array(await file.arrayBuffer())) : await file.text();
    setName(file.name);
    control.set(text);
  }

  return (
    <Frame path={path} width="full" onLeave={control.touch}>
      <Input.Wrapper
        id={id}
        label={control.label}
        labelElement="div"
        description={control.description}
        error={faultNode(
          tooLarge ? texts.t('forms.file.tooLarge', { kilobytes: Math.floor(maxLength / 1024) }) : control.error,
        )}
        withAsterisk={control.required}
      >
        <fieldset className={styles.saved} aria-labelledby={`${id}-label`}>
          <span className={styles.word}>
            <IconFileText size={18} aria-hidden />
            {wordFor()}
          </span>
          <FileButton accept={control.options.accept} disabled={control.disabled} onChoose={(file) => void take(file)}>
            {texts.t(content ? 'forms.file.replace' : 'forms.file.choose')}
          </FileButton>
          {content && (
            <Button variant="subtle" size="xs" disabled={control.disabled} onClick={() => control.set(undefined)}>
              {texts.t('forms.file.remove')}
            </Button>
          )}
        </fieldset>
      </Input.Wrapper>
    </Frame>
  );

  function wordFor(): string {
    if (content === undefined) return texts.t('forms.file.none');
    if (content === SECRET_MASK) return texts.t('forms.file.saved');
    return name ?? texts.t('forms.file.lines', { count: content.split('\n').length });
  }
}
