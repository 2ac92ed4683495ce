import { isObject } from '@berth/contract/profile/nodes';
import { useTexts } from '@berth/web/i18n/store.ts';
import { NativeSelect } from '@mantine/core';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useForm } from '../form-context.ts';
import { keysOf, valueAt } from '../state/values-at-path.ts';
import { Frame, faultNode } from './frame.tsx';
import { type ControlProps, useControl } from './use-control.ts';

/** One entry of a list beside it, by its name. What was chosen and is no longer in the list says so. */
export function EntryChoiceControl(props: ControlProps): ReactNode {
  const { data, path } = props;
  const { t } = useTexts();
  const { store } = useForm();
  const control = useControl(props);
  const { entriesOf = '', elementLabelProp = '' } = control.options;
  // As one text: the same while the names are.
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

/** The different names in a list beside the field at the path; entries without a name yet are left out. */
export function namesOfEntries(data: unknown, path: string, list: string, nameField: string): string[] {
  const entries = valueAt(data, [...keysOf(path).slice(0, -1), list].join('.'));
  const names = (Array.isArray(entries) ? entries : []).map((entry) =>
    isObject(entry) ? entry[nameField] : undefined,
  );
  return [...new Set(names.filter((name): name is string => typeof name === 'string' && name !== ''))];
}
