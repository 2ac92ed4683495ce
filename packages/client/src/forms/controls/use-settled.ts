import { useEffect, useState } from 'react';
import { afterPress } from '../../lib/pointer-press.ts';

/** The value, but while a pointer is down the one before: what appears under it would take its click elsewhere. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => afterPress(() => setSettled(value)), [value]);
  return settled;
}
