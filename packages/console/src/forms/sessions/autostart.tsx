import { kioskReference } from '@berth/contract/profile/entries';
import type { SessionReference } from '@berth/contract/profile/sessions';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { ReactNode } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { Frame } from '../controls/frame.tsx';
import { type ControlProps, useControl } from '../controls/use-control.ts';
import { useDefinition, useForm } from '../form-context.tsx';
import { InlineRows } from '../lists/inline-list.tsx';
import styles from '../lists/list.module.css';
import { innerPath } from '../state/values-at-path.ts';
import { keyOfReference, sessionGroups } from './session-options.ts';
import { SessionSelect } from './session-select.tsx';

/** The sessions that open automatically, in order. Kiosk mode disables them (spec chapter 4). */
export function AutostartControl(props: ControlProps): ReactNode {
  const { path } = props;
  const { t } = useTexts();
  const { store } = useForm();
  const control = useControl(props);
  const definition = useDefinition();
  const names = new Map(
    (definition ? sessionGroups(definition) : []).flatMap(({ options }) => options.map(({ key, name }) => [key, name])),
  );
  return (
    <Frame path={path} onLeave={control.touch}>
      {definition && kioskReference(definition) && <Notice tone="warn">{t('forms.session.kioskIsOn')}</Notice>}
      {names.size === 0 && <Notice tone="info">{t('forms.session.empty')}</Notice>}
      <InlineRows
        props={props}
        control={control}
        entryAt={(value, index) => {
          const key = keyOfReference(value as SessionReference);
          const name = names.get(key) ?? t('forms.session.gone');
          return {
            name,
            field: (
              <SessionSelect
                label={t('forms.list.entry', { label: control.label, number: index + 1 })}
                labelHidden
                disabled={control.disabled}
                chosen={key}
                none=""
                onChoose={(option) => option && store.change(innerPath(path, index), option.reference)}
              />
            ),
          };
        }}
        adder={(list) => (
          <SessionSelect
            label={t('forms.list.addTo', { label: control.label })}
            labelHidden
            disabled={control.disabled}
            chosen={undefined}
            className={styles.add}
            onChoose={(option) => option && list.add(option.reference)}
          />
        )}
      />
    </Frame>
  );
}
