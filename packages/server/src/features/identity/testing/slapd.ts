import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'ldapts';
import { vi } from 'vitest';
import { freePort } from '../../../testing/ports.ts';

export const BASE = 'dc=example,dc=org';
export const READER = { dn: `cn=reader,${BASE}`, password: 'reader-secret' };

export interface Slapd {
  readonly url: string;
  /** Works on entries as the directory's administrator. */
  administer(run: (client: Client) => Promise<unknown>): Promise<void>;
  stop(): Promise<void>;
}

const CONFIGURATION = (folder: string) => `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile ${folder}/slapd.pid
database mdb
suffix "${BASE}"
rootdn "cn=admin,${BASE}"
rootpw admin-secret
directory ${folder}/db
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${READER.dn}" read by * none
`;

const TREE = `
dn: ${BASE}
objectClass: dcObject
objectClass: organization
o: Example
dc: example

dn: ${READER.dn}
objectClass: organizationalRole
objectClass: simpleSecurityObject
cn: reader
userPassword: ${READER.password}

`;

/** One person of the directory. */
export function person(uid: string, { mail = `${uid}@example.org`, password = '' } = {}): string {
  return `dn: uid=${uid},${BASE}
objectClass: inetOrgPerson
uid: ${uid}
cn: ${uid}
sn: ${uid}
mail: ${mail}
${password === '' ? '' : `userPassword: ${password}\n`}
`;
}

/** @throws Error while nobody listens there. */
async function reached(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.destroy();
}

/** A real OpenLDAP server with a directory to be thrown away (Debian's package slapd). */
export async function startSlapd(people: readonly string[]): Promise<Slapd> {
  const folder = mkdtempSync(join(tmpdir(), 'berth-slapd-'));
  mkdirSync(join(folder, 'db'));
  const configuration = join(folder, 'slapd.conf');
  writeFileSync(configuration, CONFIGURATION(folder));
  const port = await freePort();
  const url = `ldap://127.0.0.1:${port}`;
  execFileSync('/usr/sbin/slapadd', ['-f', configuration], { input: TREE + people.join(''), stdio: 'pipe' });

  const server = spawn('/usr/sbin/slapd', ['-f', configuration, '-h', url, '-d', '256'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said: string[] = [];
  const started = new Promise<void>((resolve, reject) => {
    createInterface(server.stderr).on('line', (line) => {
      said.push(line);
      if (line.includes('slapd starting')) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`slapd ended:\n${said.join('\n')}`)));
  });
  await started;
  // It says so before it takes calls.
  await vi.waitFor(() => reached(port), { timeout: 60_000, interval: 20 });

  return {
    url,
    async administer(run) {
      const client = new Client({ url });
      await client.bind(`cn=admin,${BASE}`, 'admin-secret');
      await run(client);
      await client.unbind();
    },
    async stop() {
      if (server.exitCode === null && server.signalCode === null) {
        server.kill('SIGTERM');
        await once(server, 'exit');
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
