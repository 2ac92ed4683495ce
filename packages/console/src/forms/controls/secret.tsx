import { SECRET_MASK } from '@berth/contract/profile/secrets';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button, Input, PasswordInput } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { Frame, faultNode } from './frame.tsx';
import styles from './saved.module.css';
import { type ControlProps, emptied, useControl } from './use-control.ts';
import { useDraft } from './use-edit.ts';

/** A password: a saved one is never shown, but can be replaced or removed. */
export function SecretControl(props: ControlProps): ReactNode {
  const { schema, data, path } = props;
  const { t } = useTexts();
  const control = useControl(props);
  const [replacing, setReplacing] = useState(false);
  const draft = useDraft(typeof data === 'string' && data !== SECRET_MASK ? data : '', (text) =>
    // An empty new value keeps the saved one.
    control.set(replacing && text === '' ? SECRET_MASK : emptied(schema, text)),
  );
  const id = useId();
  const isSaved = data === SECRET_MASK;
  const shared = { label: control.label, description: control.description, error: faultNode(control.error) };
  function leave(): void {
    draft.flush();
    control.touch();
    // Replace removes its own button, which must not count as leaving.
    if (replacing) setReplacing(false);
  }
  return (
    <Frame path={path} onLeave={leave}>
      {isSaved && !replacing ? (
        <Input.Wrapper {...shared} id={id} labelElement="div" withAsterisk={control.required}>
          <fieldset className={styles.saved} aria-labelledby={`${id}-label`}>
            <span className={styles.word}>
              <IconLock size={18} aria-hidden />
              {t('forms.secret.saved')}
            </span>
            <Button variant="default" size="xs" disabled={control.disabled} onClick={() => setReplacing(true)}>
              {t('forms.secret.replace')}
            </Button>
            {!control.required && (
              <Button variant="subtle" size="xs" disabled={control.disabled} onClick={() => control.set(undefined)}>
                {t('forms.secret.remove')}
              </Button>
            )}
          </fieldset>
        </Input.Wrapper>
      ) : (
        <PasswordInput
          {...shared}
          withAsterisk={control.required}
          aria-required={control.required}
          disabled={control.disabled}
          value={draft.text}
          autoComplete="new-password"
          autoFocus={replacing}
          placeholder={replacing ? t('forms.secret.new') : undefined}
          visibilityToggleButtonProps={{ 'aria-label': t('forms.secret.show') }}
          onChange={(event) => draft.change(event.currentTarget.value)}
        />
      )}
    </Frame>
  );
}
