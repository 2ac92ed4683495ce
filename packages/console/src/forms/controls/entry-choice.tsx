import { isObject } from '@berth/contract/profile/nodes';
import { useTexts } from '@berth/web/i18n/store.ts';
import { NativeSelect } from '@mantine/core';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useForm } from '../form-context.tsx';
import { keysOf, valueAt } from '../state/values-at-path.ts';
import { Frame, faultNode } from './frame.tsx';
import { type ControlProps, useControl } from './use-control.ts';

/** An entry of another list in the same object, by name. A choice no longer in the list is marked. */
export function EntryChoiceControl(props: ControlProps): ReactNode {
  const { data, path } = props;
  const { t } = useTexts();
  const { store } = useForm();
  const control = useControl(props);
  const { entriesOf = '', elementLabelProp = '' } = control.options;
  // Joined to one string, which is stable while the names are.
  const joined = useSyncExternalStore(store.subscribe, () =>
    namesOfEntries(store.state().data, path, entriesOf, elementLabelProp).join('\n'),
  );
  const names = joined === '' ? [] : joined.split('\n');
  const chosen = typeof data === 'string' ? data : '';
  return (
    <Frame path={path} width="narrow" onLeave={control.touch}>
      <NativeSelect
        label={control.label}
        description={control.description}
        error={faultNode(control.error)}
        withAsterisk={control.required}
        disabled={control.disabled}
        value={chosen}
        onChange={(event) => control.set(event.currentTarget.value || undefined)}
      >
        {chosen === '' && <option value="">{t('forms.choose')}</option>}
        {chosen !== '' && !names.includes(chosen) && (
          <option value={chosen}>{t('forms.entry.gone', { name: chosen })}</option>
        )}
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </NativeSelect>
    </Frame>
  );
}

/** The distinct names in a list next to the field; entries without a name are omitted. */
export function namesOfEntries(data: unknown, path: string, list: string, nameField: string): string[] {
  const entries = valueAt(data, [...keysOf(path).slice(0, -1), list].join('.'));
  const names = (Array.isArray(entries) ? entries : []).map((entry) =>
    isObject(entry) ? entry[nameField] : undefined,
  );
  return [...new Set(names.filter((name): name is string => typeof name === 'string' && name !== ''))];
}
