import { listDefinitionValues } from '@berth/contract/api/impact';
import type { OrganizationId } from '@berth/contract/ids';
import { ENTRY_LISTS, keyField, keyOfEntry, placeAt, placeBelow } from '@berth/contract/layers/lists';
import { root } from '@berth/contract/layers/root';
import { isObject, type SchemaNode } from '@berth/contract/profile/nodes';
import { below, pointerKeys } from '@berth/contract/profile/pointer';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Autocomplete, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../data/query.ts';
import { noteSecret } from '../../forms/state/typed-secrets.ts';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { openDialog } from '../dialogs/stack.tsx';
import { useDialogForm } from '../dialogs/use-dialog-form.ts';
import { fieldName } from '../profiles/form-list.ts';

/** What people want of an entry: that it is off, or one of its fields set. */
export type EntryChange = { readonly off: string } | { readonly part: Readonly<Record<string, unknown>> };

interface EntryDialogProps {
  readonly orgId: OrganizationId;
  readonly close: (change: EntryChange | undefined) => void;
}

function EntryDialog({ orgId, close }: EntryDialogProps): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const form = useDialogForm({
    start: { list: ENTRY_LISTS[0] ?? '', entry: '', how: 'off', field: '', value: '' },
    send: async (values) => changeOf(values),
    close,
  });
  const { list, how } = form.values;
  const { data } = useQuery(read(listDefinitionValues, { params: { orgId }, query: { path: list } }));
  const names = namesIn(list, data?.map(({ value }) => value) ?? []);
  // The one browser has no name to be found by.
  const isNamed = keyField(list) !== undefined;
  const fields = fieldsOf(list);
  const field = fields.find(({ name }) => name === form.values.field) ?? fields[0];
  return (
    <FormDialog
      form={form}
      title={t('machines.layers.entry.title')}
      submit={t('machines.layers.entry.add')}
      disabled={isNamed && form.values.entry.trim() === ''}
    >
      <NativeSelect
        label={t('machines.layers.entry.list')}
        {...form.text('list')}
        data={ENTRY_LISTS.map((path) => ({ value: path, label: fieldName(texts, path) }))}
      />
      {isNamed && (
        <Autocomplete
          label={t('machines.layers.entry.name')}
          description={t('machines.layers.entry.name.about')}
          value={form.values.entry}
          onChange={(entry) => form.set({ entry })}
          data={names}
          comboboxProps={{ withinPortal: false }}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <NativeSelect
        label={t('machines.layers.entry.how')}
        {...form.text('how')}
        data={[
          { value: 'off', label: t('machines.layers.entry.off') },
          { value: 'field', label: t('machines.layers.entry.field') },
        ]}
      />
      {how === 'field' && field && (
        <>
          <NativeSelect
            label={t('console.history.field')}
            value={field.name}
            onChange={(event) => form.set({ field: event.currentTarget.value, value: '' })}
            data={fields.map(({ name, path }) => ({ value: name, label: fieldName(texts, path) }))}
          />
          <ValueField
            schema={field.schema}
            value={form.values.value}
            onChange={(value) => {
              if (field.schema.writeOnly === true) noteSecret(field.name, value);
              form.set({ value });
            }}
          />
        </>
      )}
    </FormDialog>
  );
}

interface ValueFieldProps {
  readonly schema: SchemaNode;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function ValueField({ schema, value, onChange }: ValueFieldProps): ReactNode {
  const { t } = useTexts();
  const common = { label: t('console.history.after'), value } as const;
  const onInput = (event: { readonly currentTarget: { readonly value: string } }) =>
    onChange(event.currentTarget.value);
  if (schema.type === 'boolean') {
    const data = [
      { value: 'true', label: t('console.history.on') },
      { value: 'false', label: t('console.history.off') },
    ];
    return <NativeSelect {...common} value={value || 'true'} onChange={onInput} data={data} />;
  }
  if (Array.isArray(schema.enum)) {
    const data = schema.enum.map(String);
    return <NativeSelect {...common} value={value || data[0]} onChange={onInput} data={data} />;
  }
  if (schema.writeOnly === true) return <PasswordInput {...common} onChange={onInput} autoComplete="off" />;
  return <TextInput {...common} onChange={onInput} inputMode={schema.type === 'integer' ? 'numeric' : undefined} />;
}

interface Values {
  readonly list: string;
  readonly entry: string;
  readonly how: string;
  readonly field: string;
  readonly value: string;
}

function changeOf({ list, entry, how, field: chosen, value }: Values): EntryChange {
  const name = entry.trim();
  if (how === 'off') return { off: below(list, keyOfEntry(list, name)) };
  const key = keyField(list);
  const fields = fieldsOf(list);
  const field = fields.find((each) => each.name === chosen) ?? fields[0];
  const changed = field && { [field.name]: typed(field.schema, value) };
  const part = pointerKeys(list).reduceRight<unknown>(
    (inner, step) => ({ [step]: inner }),
    [{ ...(key !== undefined && { [key]: name }), ...changed }],
  );
  return { part: part as Readonly<Record<string, unknown>> };
}

function typed(schema: SchemaNode, value: string): unknown {
  if (schema.type === 'boolean') return value !== 'false';
  if (schema.type === 'integer') return Number(value);
  return value === '' && Array.isArray(schema.enum) ? schema.enum[0] : value;
}

interface EntryField {
  readonly name: string;
  readonly path: string;
  readonly schema: SchemaNode;
}

/** The fields of a list's entries that are one value each, without the one that names the entry. */
function fieldsOf(list: string): EntryField[] {
  const place = placeAt(root(), list);
  const entry = place && placeBelow(place, '');
  const properties = isObject(entry?.schema.properties) ? entry.schema.properties : {};
  return Object.entries(properties).flatMap(([name, schema]) => {
    const isValue = isObject(schema) && ['string', 'boolean', 'integer'].includes(String(schema.type));
    return isValue && name !== keyField(list) ? [{ name, path: `${list}/0/${name}`, schema }] : [];
  });
}

/** The names of the entries that machines have. */
function namesIn(list: string, values: readonly unknown[]): string[] {
  const field = keyField(list);
  const entries = values.flatMap((value) => (Array.isArray(value) ? value : []));
  const names = entries.flatMap((entry) => {
    const name = isObject(entry) && field !== undefined ? entry[field] : entry;
    return typeof name === 'string' && name !== '' ? [name] : [];
  });
  return [...new Set(names)];
}

/** Asks which entry of another layer or profile this one changes, and how. */
export function askEntryChange(orgId: OrganizationId): Promise<EntryChange | undefined> {
  return openDialog<EntryChange | undefined>((close) => <EntryDialog orgId={orgId} close={close} />);
}
