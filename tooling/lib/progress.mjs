const quietInterval = 10_000;

/**
 * Shows the progress of a step: a line that updates itself on a terminal, a line every ten seconds elsewhere.
 * @param {string} title Current activity, such as "installing packages".
 */
export function startProgress(title) {
  const started = Date.now();
  const live = process.stdout.isTTY === true;
  let detail = '';
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(0)} s`;
  const line = () => `Berth: ${title}${detail ? `, ${detail}` : ''} (${seconds()})`;
  const show = () => process.stdout.write(live ? `\r\x1b[2K${line()}` : `${line()}\n`);
  process.stdout.write(live ? line() : `Berth: ${title} …\n`);
  const timer = setInterval(show, live ? 250 : quietInterval);
  const end = (/** @type {string} */ outcome) => {
    clearInterval(timer);
    process.stdout.write(`${live ? '\r\x1b[2K' : ''}Berth: ${title}: ${outcome} (${seconds()})\n`);
  };
  return {
    /** @param {string} text Current state, such as "120 of 250". */
    at(text) {
      detail = text;
    },
    done: () => end('done'),
    failed: () => end('failed'),
  };
}
