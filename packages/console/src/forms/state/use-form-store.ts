import { applyDefaults } from '@berth/contract/profile/defaults';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type Type from 'typebox';
import type { FormDefinition } from '../form-definition.ts';
import { createFormStore, type FormChange, type FormStore } from './form-store.ts';

/**
 * The store of a form with its data. The parent passes changes back, possibly some renders late: only data from
 * elsewhere replace the form's.
 */
export function useFormStore(form: FormDefinition, data: unknown, onChange: (change: FormChange) => void): FormStore {
  const latestChange = useLatest(onChange);
  const given = useRef({ emitted: new Set<unknown>(), last: data });
  const [store] = useState(() =>
    createFormStore(form, completed(form, data), (change) => {
      given.current.emitted.add(change.data);
      given.current.last = change.data;
      latestChange.current(change);
    }),
  );
  useEffect(() => {
    const { emitted, last } = given.current;
    if (data === last) {
      emitted.clear();
    } else if (!emitted.has(data)) {
      given.current = { emitted: new Set(), last: data };
      store.replace(completed(form, data));
    }
  }, [form, data, store]);
  return store;
}

function completed({ schema }: FormDefinition, data: unknown): unknown {
  return applyDefaults(schema as Type.TSchema, data);
}

/** The latest render's value, for functions that outlive their render. */
export function useLatest<T>(value: T): Readonly<RefObject<T>> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
