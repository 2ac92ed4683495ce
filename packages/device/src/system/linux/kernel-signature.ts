import { type FileHandle, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { secureBoot } from './secure-boot.ts';

/** Of UEFI's security databases. */
const DATABASE = 'db-d719b2cb-3d3a-4596-a3bc-dad00e67656f';
/** A variable's file begins with its attributes. */
const VALUE_AT = 4;
/** EFI_CERT_X509_GUID, as it is stored. */
const X509 = Buffer.from('a159c0a5e494a74a87b5ab155c2bf072', 'hex');
/** Of an EFI_SIGNATURE_LIST, and of the owner's ID before each of its signatures. */
const LIST_HEADER_BYTES = 28;
const OWNER_BYTES = 16;
/** Where a program for UEFI (PE32+) says where its signatures are. */
const PE_AT = 0x3c;
const SIGNATURES_AT = 0xa8;
const HEADERS_BYTES = 4_096;
/** No kernel has as many. */
const SIGNATURES_MAX_BYTES = 1024 ** 2;

/**
 * Whether the firmware would refuse to start this kernel file: Secure Boot is on, its database (db) has certificates, and none of
 * them is in the file's signatures. Where the running kernel has none of them either, the database has certificates of another kind
 * (of whoever issued the signer's), and only the firmware can tell. Does not verify the signatures: the file's hash was.
 * @param firmware the folder of UEFI's variables
 */
export async function isRefusedByFirmware(kernel: string, running: string | null, firmware: string): Promise<boolean> {
  if (secureBoot(firmware) !== 'on' || running === null) return false;
  const database = await readFile(join(firmware, DATABASE)).catch(() => null);
  if (database === null) return false;
  const known = certificatesOf(database.subarray(VALUE_AT));
  const isKnown = async (file: string) => {
    const signatures = await signaturesOf(file);
    return known.some((certificate) => signatures.includes(certificate));
  };
  return (await isKnown(running)) && !(await isKnown(kernel));
}

/** The certificates of a list of signatures (UEFI 2.10, 32.4.1), as DER. */
function certificatesOf(value: Buffer): Buffer[] {
  const certificates: Buffer[] = [];
  let at = 0;
  while (at + LIST_HEADER_BYTES <= value.length) {
    const [bytes, headerBytes, each] = [16, 20, 24].map((offset) => value.readUInt32LE(at + offset));
    const end = at + (bytes ?? 0);
    if (!each || each <= OWNER_BYTES || end <= at || end > value.length) break;
    const isX509 = value.subarray(at, at + X509.length).equals(X509);
    const first = at + LIST_HEADER_BYTES + (headerBytes ?? 0);
    for (let entry = first; isX509 && entry + each <= end; entry += each) {
      certificates.push(value.subarray(entry + OWNER_BYTES, entry + each));
    }
    at = end;
  }
  return certificates;
}

/** The signatures of a program for UEFI with their certificates; empty if it has none. */
async function signaturesOf(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const headers = await read(handle, 0, HEADERS_BYTES);
    const directory = headers.length > PE_AT + 4 ? headers.readUInt32LE(PE_AT) + SIGNATURES_AT : HEADERS_BYTES;
    if (directory + 8 > headers.length) return Buffer.alloc(0);
    const [at, bytes] = [headers.readUInt32LE(directory), headers.readUInt32LE(directory + 4)];
    return await read(handle, at, Math.min(bytes, SIGNATURES_MAX_BYTES));
  } finally {
    await handle.close();
  }
}

async function read(handle: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(bytes), 0, bytes, at);
  return buffer.subarray(0, bytesRead);
}
