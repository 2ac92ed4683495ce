import { useEffect, useRef, useState } from 'react';

/** Pause in typing before the URL and the results update. */
const PAUSE_MS = 200;

interface AddressText {
  readonly text: string;
  readonly change: (text: string) => void;
  /**
   * For the field's `onBlur`: writes what is typed without the pause. A link that was pressed meanwhile would be undone by
   * writing after it.
   */
  readonly finish: () => void;
}

/**
 * A field whose text is stored in the URL. The field keeps what is typed: the URL updates late on a slow computer, and
 * a field rendered from it would lose letters. Other changes of the URL, such as by Back or a cleared filter, are taken
 * over.
 */
export function useAddressText(value: string, write: (text: string) => void): AddressText {
  const [text, setText] = useState(value);
  // What a person typed and is not written yet. Other text comes from the URL and is never written: it could be older.
  const typed = useRef<string>(undefined);
  // Written values that have not come back yet.
  const underWay = useRef<string[]>([]);
  const latest = useRef({ value, write });
  latest.current = { value, write };
  const writeTyped = useRef((now: string) => {
    if (typed.current === undefined || now === latest.current.value) return;
    typed.current = undefined;
    if (now !== underWay.current.at(-1)) underWay.current.push(now);
    latest.current.write(now);
  }).current;
  useEffect(() => {
    const place = underWay.current.indexOf(value);
    if (place >= 0) underWay.current.splice(0, place + 1);
    else {
      underWay.current = [];
      typed.current = undefined;
      setText(value);
    }
  }, [value]);
  useEffect(() => {
    const timer = setTimeout(() => writeTyped(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, writeTyped]);
  const change = (next: string) => {
    typed.current = next;
    setText(next);
  };
  return { text, change, finish: () => writeTyped(text) };
}
