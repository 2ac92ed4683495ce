import { person, READER as READS, startSlapd } from '@berth/testing/slapd';
import { onTestFinished } from 'vitest';

/** As a profile says who reads the directory. */
export const READER = { 'bind-dn': READS.dn, 'bind-password': READS.password };

/** A directory with people by name and password, until the test ends. Returns its address. */
export async function testDirectory(people: Readonly<Record<string, string>>): Promise<string> {
  const slapd = await startSlapd(Object.entries(people).map(([uid, password]) => person(uid, { password })));
  onTestFinished(slapd.stop);
  return slapd.url;
}
