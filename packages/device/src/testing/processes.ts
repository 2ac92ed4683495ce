import { readdirSync, readFileSync } from 'node:fs';

/** Processes of this computer whose command line or environment mentions a text, such as a test's folder. */
export function processesMentioning(text: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      const command = read(`/proc/${pid}/cmdline`);
      const isIts = command.includes(text) || read(`/proc/${pid}/environ`).includes(text);
      return isIts ? [`${pid} ${command.replaceAll('\0', ' ').slice(0, 120)}`] : [];
    });
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
