import { MACHINE_TOKEN_TYPE } from '@berth/contract/device/messages';
import { SignJWT } from 'jose';
import type { Identity } from '../state/identity.ts';

/** The machine's proof of its id over a nonce of the cloud, for that cloud's address alone: an EdDSA JWT that carries the public key (contract). */
export function machineToken(identity: Identity, nonce: string, server: string): Promise<string> {
  return new SignJWT({ nonce })
    .setProtectedHeader({ alg: 'EdDSA', typ: MACHINE_TOKEN_TYPE, jwk: { ...identity.publicKey } })
    .setSubject(identity.id)
    .setAudience(server)
    .sign(identity.privateKey);
}

/** The cloud's own address, from one of it that ends with `path`: as it was reached, whatever the cloud says of itself. */
export function serverOf(address: string, path: string): string {
  const server = address.replace(/^ws/, 'http').replace(/\/+$/, '');
  return server.endsWith(path) ? server.slice(0, -path.length) : server;
}
