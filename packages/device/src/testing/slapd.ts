import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { testFolder } from './folders.ts';
import { freePort } from './ports.ts';
import { eventually } from './wait.ts';

export const BASE = 'dc=harbor,dc=example';
export const READER = { 'bind-dn': `cn=reader,${BASE}`, 'bind-password': 'reader-secret' };

/** A real OpenLDAP server (Debian's slapd) with people by name and password, until the test ends. Returns its address. */
export async function testDirectory(people: Readonly<Record<string, string>>): Promise<string> {
  const folder = await testFolder();
  await mkdir(join(folder, 'db'));
  const configuration = join(folder, 'slapd.conf');
  await writeFile(configuration, configurationIn(folder));
  execFileSync('/usr/sbin/slapadd', ['-f', configuration], { input: tree(people), stdio: 'pipe' });
  const port = await freePort();
  const url = `ldap://127.0.0.1:${port}`;
  const server = spawn('/usr/sbin/slapd', ['-f', configuration, '-h', url, '-d', '256'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(async () => {
    server.kill();
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
  });
  await new Promise<void>((resolve, reject) => {
    createInterface(server.stderr).on('line', (line) => line.includes('slapd starting') && resolve());
    server.once('exit', () => reject(new Error('slapd ended')));
  });
  // It says so before it takes calls.
  await eventually(() => reached(port));
  return url;
}

function configurationIn(folder: string): string {
  return `include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile ${folder}/slapd.pid
database mdb
suffix "${BASE}"
directory ${folder}/db
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${READER['bind-dn']}" read by * none
`;
}

function tree(people: Readonly<Record<string, string>>): string {
  const entries = Object.entries(people).map(
    ([uid, password]) => `dn: uid=${uid},${BASE}
objectClass: inetOrgPerson
uid: ${uid}
cn: ${uid}
sn: ${uid}
userPassword: ${password}
`,
  );
  return `dn: ${BASE}
objectClass: dcObject
objectClass: organization
o: Harbor
dc: harbor

dn: ${READER['bind-dn']}
objectClass: organizationalRole
objectClass: simpleSecurityObject
cn: reader
userPassword: ${READER['bind-password']}

${entries.join('\n')}`;
}

/** @throws Error while nobody listens there. */
async function reached(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.destroy();
}
