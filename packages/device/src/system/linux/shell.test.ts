import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { expect, onTestFinished, test } from 'vitest';
import { testFolder } from '../../testing/folders.ts';
import { eventually } from '../../testing/wait.ts';
import { linuxShell } from './shell.ts';

function openTerminal() {
  const terminal = linuxShell().openTerminal({ columns: 81, rows: 25 });
  onTestFinished(() => terminal.close());
  let shown = '';
  terminal.output.on('data', (bytes: Buffer) => {
    shown += bytes.toString();
  });
  return { terminal, shown: () => shown };
}

test('a terminal has a size that can change, and its shell exits', async () => {
  const { terminal, shown } = openTerminal();
  terminal.write(Buffer.from('stty size\n'));
  await eventually(() => expect(shown()).toMatch(/\b25 81\b/));
  terminal.resize({ columns: 102, rows: 31 });
  await eventually(() => {
    terminal.write(Buffer.from('stty size\n'));
    expect(shown()).toMatch(/\b31 102\b/);
  });
  terminal.write(Buffer.from('exit\n'));
  await terminal.ended;
});

test('programs in a terminal end with it', async () => {
  const { terminal, shown } = openTerminal();
  terminal.write(Buffer.from('echo $((40 + 2)); sleep 1000\n'));
  await eventually(() => expect(shown()).toContain('42'));
  await terminal.close();
  await terminal.ended;
});

test('writes a file atomically and reads it unchanged', async () => {
  const folder = await testFolder();
  const content = randomBytes(200_000);
  const whole = await linuxShell().writeFile(join(folder, 'whole'));
  await pipeline([content], whole.file);
  expect((await readFile(join(folder, 'whole'))).equals(content)).toBe(true);
  const cut = await linuxShell().writeFile(join(folder, 'cut'));
  cut.file.write(content);
  cut.file.destroy();
  await eventually(async () => expect(await readdir(folder)).toEqual(['whole']));
  await writeFile(join(folder, 'text'), 'Grüße');
  const { name, size, file } = await linuxShell().readFile(join(folder, 'text'));
  expect({ name, size, content: await text(file) }).toEqual({ name: 'text', size: 7, content: 'Grüße' });
});

test.each(['/dev/zero', '/', 'relative', '/proc/nothing'])('%s cannot be read or written as a file', async (path) => {
  await expect(linuxShell().readFile(path)).rejects.toThrow();
  await expect(linuxShell().writeFile(path)).rejects.toThrow();
});
