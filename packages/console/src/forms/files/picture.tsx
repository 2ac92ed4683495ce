import { useTexts } from '@berth/web/i18n/store.ts';
import { Button, Input } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useId, useState } from 'react';
import { Frame, faultNode } from '../controls/frame.tsx';
import { type ControlProps, useControl } from '../controls/use-control.ts';
import { FileButton } from './file-button.tsx';
import styles from './picture.module.css';
import { bytesOf, PictureError, type PictureFault, readPicture } from './read-picture.ts';

/** An image inside the profile: chosen or dropped, reduced if necessary, and shown. */
export function PictureControl(props: ControlProps): ReactNode {
  const { schema, data, path } = props;
  const texts = useTexts();
  const control = useControl(props);
  const [fault, setFault] = useState<PictureFault>();
  const [isOver, setOver] = useState(false);
  const id = useId();
  const { accept = 'image/*' } = control.options;
  const picture = typeof data === 'string' && data !== '' ? data : undefined;

  async function take(file: File): Promise<void> {
    try {
      control.set(await readPicture(file, { accept, maxLength: schema.maxLength ?? 512 * 1024 }));
      setFault(undefined);
    } catch (error) {
      setFault(error instanceof PictureError ? error.fault : 'no-picture');
    }
    control.touch();
  }
  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !control.disabled) void take(file);
  }

  return (
    <Frame path={path} onLeave={control.touch}>
      <Input.Wrapper
        id={id}
        label={control.label}
        labelElement="div"
        description={control.description}
        error={faultNode(fault ? texts.t(`forms.picture.fault.${fault}`) : control.error)}
        withAsterisk={control.required}
      >
        <fieldset
          className={styles.picture}
          aria-labelledby={`${id}-label`}
          data-over={isOver || undefined}
          onDrop={drop}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
        >
          <div className={styles.preview}>
            {picture ? (
              <img src={picture} alt={texts.t('forms.picture.preview')} />
            ) : (
              <IconPhoto size={24} stroke={1.5} aria-hidden />
            )}
          </div>
          <div className={styles.side}>
            <div className={styles.buttons}>
              <FileButton accept={accept} disabled={control.disabled} onChoose={(file) => void take(file)}>
                {texts.t(picture ? 'forms.picture.replace' : 'forms.picture.choose')}
              </FileButton>
              {picture && (
                <Button variant="subtle" size="xs" disabled={control.disabled} onClick={() => control.set(undefined)}>
                  {texts.t('forms.picture.remove')}
                </Button>
              )}
            </div>
            <p className={styles.note}>
              {picture
                ? texts.t('forms.picture.size', { kilobytes: Math.max(1, Math.round(bytesOf(picture) / 1024)) })
                : texts.t('forms.picture.drop')}
            </p>
          </div>
        </fieldset>
      </Input.Wrapper>
    </Frame>
  );
}
