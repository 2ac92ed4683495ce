import { useEffect, useRef, useState } from 'react';

/** Pause in typing before the URL and the results update. */
const PAUSE_MS = 200;

interface AddressText {
  readonly text: string;
  readonly change: (text: string) => void;
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
    const timer = setTimeout(() => {
      if (typed.current === undefined || text === latest.current.value) return;
      typed.current = undefined;
      if (text !== underWay.current.at(-1)) underWay.current.push(text);
      latest.current.write(text);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const change = (next: string) => {
    typed.current = next;
    setText(next);
  };
  return { text, change };
}
