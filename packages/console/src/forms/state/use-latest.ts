import { type RefObject, useEffect, useRef } from 'react';

/** The value of the latest render, for functions that outlive the render that made them. */
export function useLatest<T>(value: T): Readonly<RefObject<T>> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
