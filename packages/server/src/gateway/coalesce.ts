/**
 * Runs `work` for one key at a time. Calls that come while it runs share one more run after it: whoever asks sees work
 * that began after they asked, and a flood of calls costs two runs.
 */
export function coalesce<Key, Result>(
  nameOf: (key: Key) => string,
  work: (key: Key) => Promise<Result>,
): (key: Key) => Promise<Result> {
  const running = new Map<string, { current: Promise<Result>; next: Promise<Result> | undefined }>();

  function start(key: Key): Promise<Result> {
    const name = nameOf(key);
    const entry = { current: work(key), next: undefined };
    running.set(name, entry);
    const end = () => {
      if (running.get(name) === entry && entry.next === undefined) running.delete(name);
    };
    entry.current.then(end, end);
    return entry.current;
  }

  return (key) => {
    const entry = running.get(nameOf(key));
    if (!entry) return start(key);
    entry.next ??= entry.current.then(
      () => start(key),
      () => start(key),
    );
    return entry.next;
  };
}
