import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { makeKeys, manifestOf, signManifest } from './os-build.mjs';
import { expectAnswer, newLife } from './os-life.mjs';

const LIMIT_MS = 60 * 60_000;
const [FIRST, SECOND] = ['1.1', '1.2'];
const MINUTE_MS = 60_000;
const YEARS_MS = 10 * 365.25 * 24 * 60 * MINUTE_MS;

/** What would change if anything was written: the boot partition, the slots' names, the other slot, and downloads. */
const WRITTEN =
  'ls -l /boot/EFI/Linux; lsblk -rno NAME,PARTLABEL,PARTUUID | sort; for n in 4 5; do head -c 2M /dev/vda$n | sha256sum; done; ls /var/lib/berth-os/update 2>/dev/null; true';

/**
 * The running agent is offered manifests that it must refuse, with its clock right and ten years off in both directions.
 * @param {import('./os-life.mjs').Proof} proof
 */
export async function proveManifests(proof) {
  const { folder, own, tell } = proof;
  const right = await makeKeys(join(folder, 'keys'), 3);
  const life = await newLife(proof, join(folder, FIRST, 'disk.raw'), LIMIT_MS);
  const wrong = await makeKeys(join(own, 'wrong-keys'), 2);
  const now = Date.now();
  /**
   * @param {string} version
   * @param {number} issued
   * @param {readonly string[]} [keys]
   * @param {object} [change]
   */
  const manifest = async (version, issued, keys = right.secret, change = {}) => {
    const file = join(own, 'manifest.json');
    const release = { version, channel: 'stable', lowest: '0', issued };
    await signManifest(file, { ...(await manifestOf(join(folder, version), release)), ...change }, keys);
    return readFileSync(file, 'utf8');
  };
  /**
   * @param {string} what
   * @param {string} text
   * @param {RegExp} words
   */
  const refuses = async (what, text, words) => {
    const answer = await life.update(SECOND, text);
    expectAnswer(answer, words, false);
    tell(`${what}: ${answer.output}`);
  };
  /**
   * Starts the machine, lets it be offered manifests, and looks whether anything was written.
   * @param {string | undefined} clock
   * @param {() => Promise<void>} offer
   */
  const during = async (clock, offer) => {
    void life.powerOn(clock ? { clock } : {});
    await life.runs(FIRST);
    tell(`the machine's clock: ${(await life.ask('date -u +%FT%TZ')).trim()}`);
    const [before, fetched] = [await life.ask(WRITTEN), life.cloud.fetched];
    await offer();
    if (life.cloud.fetched !== fetched) throw new Failure('a file was fetched.');
    const after = await life.ask(WRITTEN);
    if (after !== before) throw new Failure(`something was written:\n${before}\n${after}`);
    tell(`nothing was written:\n${after}`);
    await life.powerOff();
  };
  const issuedAgo = { issued: new Date(now - 2 * MINUTE_MS).toISOString() };
  const expired = await manifest(SECOND, now, right.secret, {
    ...issuedAgo,
    expires: new Date(now - MINUTE_MS).toISOString(),
  });
  const good = await manifest(SECOND, now);
  try {
    await during(undefined, async () => {
      await refuses('expired', expired, /expired at/);
      await refuses('signed by wrong keys', await manifest(SECOND, now, wrong.secret), /0 of 2 signatures/);
      await refuses('signed once', await manifest(SECOND, now, right.secret.slice(0, 1)), /1 of 2 signatures/);
      const signed = JSON.parse(good);
      const other = Buffer.from(signed.payload, 'base64').toString().replace('"stable"', '"stabel"');
      const changed = JSON.stringify({ ...signed, payload: Buffer.from(other).toString('base64') });
      await refuses('changed after it was signed', changed, /0 of 2 signatures/);
      await refuses('no manifest', 'nothing', /not JSON/);
      expectAnswer(await life.update(FIRST, await manifest(FIRST, now)), /is the newest/);
      await refuses('replayed', await manifest(SECOND, now - MINUTE_MS), /older than one that was followed/);
    });
    // The clock is behind: a manifest that expired before the running version was built stays refused.
    const longAgo = new Date(now - YEARS_MS / 10).toISOString();
    await during(clockAt(now - YEARS_MS), async () => {
      await refuses(
        'ten years behind, expired',
        await manifest(SECOND, now, right.secret, { expires: longAgo }),
        /expired at/,
      );
      expectAnswer(await life.update(FIRST, await manifest(FIRST, now)), /is the newest/);
      tell('ten years behind, a good one: followed');
    });
    await during(clockAt(now + YEARS_MS), () =>
      refuses('ten years ahead', good, /expired at .*; this machine's clock: 20[0-9-]+T/),
    );
    // The same machine, with its clock right again.
    void life.powerOn();
    await life.runs(FIRST);
    expectAnswer(await life.update(SECOND, await manifest(SECOND, now)), /is installed/);
    tell('the clock is right again: the good one is followed');
  } finally {
    await life.end();
  }
}

/** @param {number} at in milliseconds since 1970 */
function clockAt(at) {
  return new Date(at).toISOString().slice(0, 19);
}
