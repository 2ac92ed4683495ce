import { useEffect, useRef, useState } from 'react';

/** How long typing pauses before the address, and what is shown by it, follows. */
const PAUSE_MS = 200;

interface AddressText {
  readonly text: string;
  readonly change: (text: string) => void;
}

/**
 * A field whose text stands in the address. The field keeps what is typed: the address follows late on a slow computer,
 * and a field drawn from it would lose the letters typed meanwhile. A change of the address from elsewhere, such as by
 * Back or a cleared filter, is taken over.
 */
export function useAddressText(value: string, write: (text: string) => void): AddressText {
  const [text, setText] = useState(value);
  // What was written and has not come back yet.
  const underWay = useRef<string[]>([]);
  const latest = useRef({ value, write });
  latest.current = { value, write };
  useEffect(() => {
    const place = underWay.current.indexOf(value);
    if (place >= 0) underWay.current.splice(0, place + 1);
    else {
      underWay.current = [];
      setText(value);
    }
  }, [value]);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (text === latest.current.value) return;
      if (text !== underWay.current.at(-1)) underWay.current.push(text);
      latest.current.write(text);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return { text, change: setText };
}
