import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort, listening } from './ports.ts';
import { endProgram } from './process.ts';

export const BASE = 'dc=company,dc=example';
/** An account that may read everything except passwords. */
export const READER = { dn: `cn=reader,${BASE}`, password: 'reader-secret' };
export const DIRECTORY_ADMINISTRATOR = { dn: `cn=admin,${BASE}`, password: 'admin-secret' };

export interface Slapd {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** A person of the directory, as LDIF; without a password they cannot log in. */
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

/** A real OpenLDAP server with a temporary directory (Debian's package slapd). */
export async function startSlapd(people: readonly string[]): Promise<Slapd> {
  const folder = mkdtempSync(join(tmpdir(), 'berth-slapd-'));
  mkdirSync(join(folder, 'db'));
  const configuration = join(folder, 'slapd.conf');
  writeFileSync(configuration, configurationIn(folder));
  execFileSync('/usr/sbin/slapadd', ['-f', configuration], { input: TREE + people.join(''), stdio: 'pipe' });
  const port = await freePort();
  const url = `ldap://127.0.0.1:${port}`;
  const server = spawn('/usr/sbin/slapd', ['-f', configuration, '-h', url, '-d', '256'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface(server.stderr).on('line', (line) => {
      said.push(line);
      if (line.includes('slapd starting')) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`slapd ended:\n${said.join('\n')}`)));
  });
  // It reports its start before it accepts connections.
  await listening(port);
  return {
    url,
    stop: async () => {
      await endProgram(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
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
rootdn "${DIRECTORY_ADMINISTRATOR.dn}"
rootpw ${DIRECTORY_ADMINISTRATOR.password}
directory ${folder}/db
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${READER.dn}" read by * none
`;
}

const TREE = `dn: ${BASE}
objectClass: dcObject
objectClass: organization
o: Company
dc: company

dn: ${READER.dn}
objectClass: organizationalRole
objectClass: simpleSecurityObject
cn: reader
userPassword: ${READER.password}

`;
