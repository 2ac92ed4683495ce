import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './paths.mjs';

const FIRMWARE = '/usr/share/ovmf/OVMF.fd';

/**
 * Units for this boot only that inspect the home screen from inside and report on the serial line. Under emulation both
 * the inspection and the fallback without a graphics card take minutes.
 */
const UNITS = {
  'systemd.unit-dropin.berth-agent.service': `[Unit]
Wants=proof.service
[Service]
Environment="BERTH_HOME_BROWSER_ARGS=--remote-debugging-port=9222 --disable-gpu"
`,
  'systemd.extra-unit.proof.service': `[Unit]
After=berth-agent.service
[Service]
ImportCredential=wizard
Environment=WIZARD_WAIT_MS=2400000 WIZARD_LOOK_MS=15000
ExecStart=/bin/sh -c '/usr/lib/berth/node --input-type=module - <%d/wizard'
StandardOutput=tty
StandardError=tty
TTYPath=/dev/ttyS0
ExecStopPost=/bin/sh -c 'echo proof: $EXIT_STATUS >/dev/ttyS0'
`,
};

/**
 * Boots a disk in qemu, without KVM, until the setup wizard is on its screen, and saves a screenshot. The disk stays
 * unchanged.
 * @param {string} image
 * @param {string} picture Path of the screenshot, a PNG.
 * @param {{ waitMs: number, onLine: (line: string) => void }} options onLine: receives the serial console's output.
 * @returns {Promise<boolean>} Whether the wizard appeared in time; the screenshot is saved either way.
 */
export async function bootToWizard(image, picture, { waitMs, onLine }) {
  const folder = mkdtempSync(join(tmpdir(), 'berth-qemu-'));
  const control = join(folder, 'control');
  const qemu = spawn('qemu-system-x86_64', argumentsFor(image, folder, control), {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const isThere = await proofOf(qemu, waitMs, onLine);
    await command(control, 'screendump', { filename: picture, format: 'png' });
    return isThere;
  } finally {
    qemu.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} image
 * @param {string} folder
 * @param {string} control
 */
function argumentsFor(image, folder, control) {
  const credentials = { ...UNITS, wizard: readFileSync(join(root, 'deploy/test/wizard.mjs'), 'utf8') };
  return [
    '-machine',
    'q35',
    '-accel',
    'tcg,thread=multi',
    '-cpu',
    'Nehalem',
    '-smp',
    '2',
    '-m',
    '2048',
    '-bios',
    FIRMWARE,
    '-drive',
    `file=${image},format=raw,if=virtio,snapshot=on`,
    '-vga',
    'std',
    '-display',
    'none',
    '-nic',
    'user,model=virtio-net-pci',
    '-no-reboot',
    '-serial',
    'stdio',
    '-qmp',
    `unix:${control},server,nowait`,
    ...Object.entries(credentials).flatMap(([name, text], index) => {
      const file = join(folder, String(index));
      writeFileSync(file, `io.systemd.credential.binary:${name}=${Buffer.from(text).toString('base64')}`);
      return ['-smbios', `type=11,path=${file}`];
    }),
  ];
}

/**
 * @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, null>} qemu
 * @param {number} waitMs
 * @param {(line: string) => void} onLine
 * @returns {Promise<boolean>}
 */
function proofOf(qemu, waitMs, onLine) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(false), waitMs);
    let rest = '';
    qemu.stdout.setEncoding('utf8').on('data', (text) => {
      const lines = `${rest}${text}`.split(/\r?\n/);
      rest = lines.pop() ?? '';
      for (const line of lines) {
        onLine(line);
        const [, status] = /^proof: (\w+)/.exec(line) ?? [];
        if (status === undefined) continue;
        clearTimeout(timer);
        resolve(status === '0');
      }
    });
    qemu.on('error', reject);
    qemu.on('exit', (code) => reject(new Error(`qemu ended (${code})`)));
  });
}

/**
 * @param {string} path
 * @param {string} name
 * @param {Record<string, string>} args
 * @returns {Promise<void>}
 */
function command(path, name, args) {
  return new Promise((resolve, reject) => {
    const socket = createConnection(path);
    socket.on('error', reject);
    socket.setEncoding('utf8').on('data', (text) => {
      if (text.includes('"id": "done"')) {
        socket.destroy();
        resolve();
      }
    });
    socket.write(`${JSON.stringify({ execute: 'qmp_capabilities' })}\n`);
    socket.write(`${JSON.stringify({ execute: name, arguments: args, id: 'done' })}\n`);
  });
}
