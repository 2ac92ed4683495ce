import type { OsPackage } from '@berth/contract/api/os';
import type { OsManifest } from '@berth/contract/device/os-manifest';

/** Debian's name of an architecture. */
const DEBIAN_ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' } as const;

/** A version's bill of materials as CycloneDX 1.6: its Debian packages, each by its package URL. */
export function billOfMaterials(manifest: OsManifest, packages: readonly OsPackage[]): string {
  const { version, issued, architecture } = manifest;
  const arch = DEBIAN_ARCHITECTURES[architecture];
  const components = packages.map(({ name, version: own, source }) => {
    const purl = `pkg:deb/debian/${name}@${encodeURIComponent(own)}?arch=${arch}&distro=trixie`;
    const properties = [{ name: 'berth:debian:source', value: source }];
    return { type: 'library', 'bom-ref': purl, name, version: own, purl, properties };
  });
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { timestamp: issued, component: { type: 'operating-system', name: 'berth-os', version } },
    components,
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}
