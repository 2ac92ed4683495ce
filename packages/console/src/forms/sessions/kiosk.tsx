import { isObject } from '@berth/contract/profile/nodes';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { ReactNode } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { Frame, faultNode } from '../controls/frame.tsx';
import { type ControlProps, useControl } from '../controls/use-control.ts';
import { useDefinition } from '../form-context.tsx';
import { keyOfReference, sessionGroups } from './session-options.ts';
import { SessionSelect } from './session-select.tsx';

/** The session of kiosk mode; choosing none turns it off (spec chapter 4). */
export function KioskControl(props: ControlProps): ReactNode {
  const { data, path } = props;
  const { t } = useTexts();
  const control = useControl(props);
  const definition = useDefinition();
  const chosen = referenceIn(data);
  const isEmpty = definition && sessionGroups(definition).length === 0;
  return (
    <Frame path={path} onLeave={control.touch}>
      <SessionSelect
        label={control.label}
        description={control.description}
        error={faultNode(control.error)}
        disabled={control.disabled}
        chosen={chosen}
        none={t('forms.session.none')}
        onChoose={(option) => control.set(option?.reference ?? { session_type: 'none', session_index: 0 })}
      />
      {isEmpty && <Notice tone="info">{t('forms.session.empty')}</Notice>}
    </Frame>
  );
}

function referenceIn(data: unknown): string | undefined {
  if (!isObject(data) || data.session_type === 'none' || typeof data.session_type !== 'string') return undefined;
  const { session_type, session_index, app_instance } = data;
  return keyOfReference({
    session_type,
    session_index: Number(session_index),
    ...(typeof app_instance === 'string' ? { app_instance } : {}),
  });
}
