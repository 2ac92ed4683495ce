import { Failure } from './failure.mjs';

/**
 * Refuses computers without builds of the pinned Node and the embedded PostgreSQL.
 * @param {{ platform: string, arch: string, versions: { node: string } }} [computer]
 */
export function checkPlatform({ platform, arch, versions } = process) {
  if (platform !== 'linux' || (arch !== 'x64' && arch !== 'arm64')) {
    throw new Failure(
      `needs Linux on x64 or arm64; this is ${platform} on ${arch}. Use a Linux computer, a virtual machine or a container.`,
    );
  }
  if (Number(versions.node.split('.')[0]) < 18) {
    throw new Failure(`requires Node 18 or newer for installation; this is ${versions.node}. Install a newer Node.`);
  }
}

/** Refuses Linux without glibc, such as Alpine. Slow, hence separate: checked only before installing. */
export function checkLibrary() {
  const report = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
  if (report.header.glibcVersionRuntime === undefined) {
    throw new Failure('requires Linux with glibc, such as Debian; musl (as in Alpine) is not supported.');
  }
}
