import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { packCli } from './cli-package.mjs';

test('the packed command line installs without a network, runs, and completes its commands', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'berth-cli-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const archive = await packCli(folder);
  execFileSync('npm', ['install', '--global', '--offline', '--prefix', folder, archive], { stdio: 'pipe' });

  const path = [join(folder, 'bin'), dirname(process.execPath), process.env.PATH].join(delimiter);
  const sh = (script: string) =>
    execFileSync('bash', ['-c', script], { encoding: 'utf8', env: { PATH: path, HOME: folder } });
  expect(sh('berth help')).toContain('berth machines list');
  expect(sh('berth --version')).toMatch(/^berth \d+\.\d+\.\d+\n$/);
  expect(sh('berth machines list --server http://127.0.0.1:9 2>&1 || echo "exit $?"')).toContain('exit 3');
  const completed = sh(
    'source <(berth completion bash); COMP_WORDS=(berth machines re); COMP_CWORD=2; _berth; declare -p COMPREPLY',
  );
  expect(completed).toContain('"reboot"');

  const bill = JSON.parse(readFileSync(join(folder, 'lib/node_modules/berth-cli/sbom.cdx.json'), 'utf8'));
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'berth-cli' } } });
  expect(bill.components.map(({ name }: { name: string }) => name)).toContain('yaml');
});
