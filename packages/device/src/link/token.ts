import { MACHINE_TOKEN_TYPE } from '@berth/contract/device/messages';
import { SignJWT } from 'jose';
import type { Identity } from '../state/identity.ts';

/** The machine's proof of its id over a nonce of the cloud: an EdDSA JWT that carries the public key (contract). */
export function machineToken(identity: Identity, nonce: string): Promise<string> {
  return new SignJWT({ nonce })
    .setProtectedHeader({ alg: 'EdDSA', typ: MACHINE_TOKEN_TYPE, jwk: { ...identity.publicKey } })
    .setSubject(identity.id)
    .sign(identity.privateKey);
}
