import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './paths.mjs';

/** Whether an image leaves a file of the kernel out, as tree.sh reads the patterns. */
function isLeftOut(path: string): boolean {
  const script = `shopt -s extglob
    while read -r pattern; do if [[ $1 == $pattern ]]; then exit 0; fi; done < <(sed 's/#.*//' "$2" | grep .)
    exit 1`;
  const file = join(root, 'deploy/os/unused-files');
  return spawnSync('bash', ['-c', script, 'sh', `usr/lib/modules/6.12/kernel/${path}`, file]).status === 0;
}

test('an image has the file systems that the installer takes a machine over from, and not all others', () => {
  const take = readFileSync(join(root, 'deploy/os/files/usr/lib/berth-os/take'), 'utf8');
  const formats = /^ {2}(ext.*)\) ;;$/m.exec(take)?.[1]?.split(' | ') ?? expect.unreachable();
  expect(formats).toEqual(['ext[234]', 'xfs', 'btrfs', 'f2fs']);
  expect(['ext4', ...formats.slice(1)].filter((format) => isLeftOut(`fs/${format}`))).toEqual([]);
  expect(isLeftOut('fs/ocfs2')).toBe(true);
});
