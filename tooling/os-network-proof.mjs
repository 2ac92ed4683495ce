import { spawn } from 'node:child_process';
import { copyFileSync, createReadStream, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { Failure, runMain } from './lib/failure.mjs';
import { startOsCloud } from './lib/os-cloud.mjs';
import { emptyDisk, newFirmware } from './lib/os-machine.mjs';
import { run } from './lib/run.mjs';

const LIMIT_MS = 60 * 60_000;
const ADDRESS = '10.77.0.1';
const IMAGE = 'network.img';
const CLOUD_PORT = 8080;
const FIRMWARE = '/usr/share/OVMF/OVMF_CODE_4M.fd';
/** Where systemd-repart begins the boot partition. */
const ESP_AT = '1M';
const PROGRAM = 'type=11,value=io.systemd.stub.kernel-cmdline-extra=no_timer_check mitigations=off console=ttyS0';
const SETTINGS = `BERTH_SERVER=http://${ADDRESS}:${CLOUD_PORT}
BERTH_OPTIONS=--no-screen --allow-shell
BERTH_INSTALL=largest
`;
const WHERE =
  'veritysetup status root | grep -E "status|device"; findmnt -rno TARGET,SOURCE | grep -E "^/(boot|var) "; cat /boot/berth.conf';

/** As docs/os.md says it. */
const DNSMASQ = `port=0
interface=tap0
bind-interfaces
dhcp-range=10.77.0.50,10.77.0.99
dhcp-vendorclass=set:http,HTTPClient
dhcp-option-force=tag:http,60,HTTPClient
dhcp-boot=tag:http,http://${ADDRESS}/${IMAGE}
log-dhcp
log-facility=-
`;

// `unshare --net node tooling/os-network-proof.mjs IMAGE FOLDER VERSION`, as root: in a network of their own, dnsmasq tells an emulated
// computer with an empty disk where `IMAGE` is, its firmware fetches that over HTTP and starts it, and it installs itself.
await runMain(async () => {
  const [image = '', folder = '', version = ''] = process.argv.slice(2);
  const started = Date.now();
  const tell = (/** @type {string} */ line) =>
    console.log(`${String(Math.round((Date.now() - started) / 1000)).padStart(5)} s  ${line}`);
  mkdirSync(folder, { recursive: true });
  const at = (/** @type {string} */ name) => join(folder, name);
  for (const command of [
    'ip link set lo up',
    'ip tuntap add tap0 mode tap',
    `ip address add ${ADDRESS}/24 dev tap0`,
    'ip link set tap0 up',
  ])
    await must(command);
  copyFileSync(image, at(IMAGE));
  writeFileSync(at('berth.conf'), SETTINGS);
  writeFileSync(at('dnsmasq.conf'), DNSMASQ);
  await must(`mcopy -o -i ${at(IMAGE)}@@${ESP_AT} ${at('berth.conf')} ::/berth.conf`);
  emptyDisk(at('disk.raw'));
  newFirmware(at('firmware'));
  const dnsmasq = spawn('dnsmasq', ['--keep-in-foreground', `--conf-file=${at('dnsmasq.conf')}`], { stdio: 'inherit' });
  const cloud = startOsCloud(tell);
  const port = await cloud.listen();
  const files = createHttpServer((request, reply) => sendFile(at(IMAGE), request, reply, tell)).listen(80, ADDRESS);
  const toCloud = createServer((socket) => {
    const onward = connect(port, '127.0.0.1');
    socket.pipe(onward).pipe(socket);
    for (const each of [socket, onward]) each.on('error', () => each.destroy());
  }).listen(CLOUD_PORT, ADDRESS);
  let machine = { stop: () => {}, ended: Promise.resolve() };
  try {
    cloud.expect(false);
    tell('power on with an empty disk');
    machine = computer(folder, 'network');
    await Promise.race([machine.ended, late()]);
    tell('the computer turned itself off');
    cloud.expect(true);
    machine = computer(folder, 'disk');
    const signal = AbortSignal.timeout(LIMIT_MS);
    await cloud.reports(({ version: running }) => running === version, signal);
    const { output } = await cloud.order('shell', signal, { command: WHERE });
    tell(`from its disk:\n${output}`);
    for (const wanted of [/data device: +\/dev\/vda3/, /\/var +\/dev\/vda/, /status: +verified/, /BERTH_SERVER=/])
      if (!wanted.test(output)) throw new Failure(`the machine does not say ${wanted}.`);
    return 0;
  } finally {
    machine.stop();
    dnsmasq.kill();
    files.close();
    files.closeAllConnections();
    toCloud.close();
    cloud.close();
    // Its connections, and a computer that is still on.
    setTimeout(() => process.exit(), 1_000).unref();
  }
});

/** @returns {Promise<never>} */
function late() {
  return new Promise((_, reject) =>
    setTimeout(() => reject(new Failure('the computer is still on.')), LIMIT_MS).unref(),
  );
}

/** @param {string} command without quotes */
async function must(command) {
  const [program = '', ...args] = command.split(' ');
  const { code, output } = await run(program, args);
  if (code !== 0) throw new Failure(`${command} failed.`, output);
}

/**
 * @param {string} file
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} reply
 * @param {(line: string) => void} tell
 */
function sendFile(file, { method, url, headers }, reply, tell) {
  tell(`${method} ${url} ${headers['user-agent']}`);
  if (url !== `/${IMAGE}`) return void reply.writeHead(404).end();
  reply.writeHead(200, { 'content-length': statSync(file).size, 'content-type': 'application/octet-stream' });
  if (method === 'HEAD') return void reply.end();
  createReadStream(file).pipe(reply);
  reply.on('finish', () => tell('the image is sent'));
}

/**
 * @param {string} folder
 * @param {'network' | 'disk'} first
 */
function computer(folder, first) {
  const flash = 'if=pflash,format=raw';
  const [net, disk] = first === 'network' ? [',bootindex=1', ''] : ['', ',bootindex=1'];
  const support = ['IPv4PXESupport', 'IPv6PXESupport'].flatMap((name) => [
    '-fw_cfg',
    `name=opt/org.tianocore/${name},string=n`,
  ]);
  const args = [
    ['-nodefaults', '-machine', 'q35', '-accel', 'tcg,thread=multi', '-cpu', 'Nehalem', '-smp', '1', '-m', '4096'],
    ['-drive', `${flash},readonly=on,file=${FIRMWARE}`, '-drive', `${flash},file=${join(folder, 'firmware')}`],
    ['-drive', `if=none,id=disk,format=raw,file=${join(folder, 'disk.raw')}`],
    ['-device', `virtio-blk-pci,drive=disk${disk}`, '-device', 'virtio-rng-pci', '-device', 'i6300esb'],
    ['-netdev', 'tap,id=net,ifname=tap0,script=no,downscript=no'],
    ['-device', `virtio-net-pci,netdev=net,romfile=${net}`],
    // Firmware tries one after the other; here only HTTP is answered.
    support,
    ['-display', 'none', '-serial', 'stdio', '-smbios', PROGRAM],
  ].flat();
  const qemu = spawn('qemu-system-x86_64', args, { stdio: ['ignore', 'inherit', 'inherit'] });
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => qemu.on('exit', () => resolve()));
  return { stop: () => void qemu.kill('SIGKILL'), ended };
}
