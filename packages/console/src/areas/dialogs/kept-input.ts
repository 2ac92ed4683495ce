import { currentPerson, isAuthenticated } from '@berth/web/data/auth/person.ts';
import { useState } from 'react';

const STORED = 'dialog';

/** Input of a dialog that closed because the login ended. */
interface KeptInput<Values> {
  /** What the same person typed into this dialog before the login ended. */
  readonly kept: Values | undefined;
  /** Keeps the values if the login has ended. */
  readonly keep: (values: Values) => void;
}

/**
 * Keeps the input of a dialog, which closes when the login ends, until the person opens it again. Not for secrets:
 * whoever logs in next can read what the tab has stored.
 * @param place what is entered; undefined: nothing is kept.
 */
export function useKeptInput<Values>(place: string | undefined): KeptInput<Values> {
  const [{ key, kept }] = useState(() => {
    const key = place === undefined ? undefined : `${STORED} ${currentPerson()?.id ?? ''} ${place}`;
    return { key, kept: key === undefined ? undefined : taken<Values>(key) };
  });
  return {
    kept,
    keep(values) {
      if (key === undefined || isAuthenticated()) return;
      forgetOthers();
      sessionStorage.setItem(key, JSON.stringify(values));
    },
  };
}

function taken<Values>(key: string): Values | undefined {
  const text = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return text === null ? undefined : JSON.parse(text);
}

/** Only the last dialog is kept. */
function forgetOthers(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(`${STORED} `)) sessionStorage.removeItem(key);
}
