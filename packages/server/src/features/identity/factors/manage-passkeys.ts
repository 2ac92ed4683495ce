import { addPasskey, type Passkey, removePasskey, startPasskey } from '@berth/contract/api/account';
import type Type from 'typebox';
import { asSystem } from '../../../db/transaction.ts';
import { ApiError } from '../../../http/api-error.ts';
import { type Route, route } from '../../../http/route.ts';
import type { IdentityDeps } from '../deps.ts';
import { invalidCode } from '../login/verify-email.ts';
import { confirmPassword } from '../passwords/check-password.ts';
import { checkNewPasskey, loadWebAuthn, relyingPartyNames } from './check-passkey.ts';
import { deleteUnneededCodes, ensureRecoveryCodes } from './recovery-codes.ts';
import {
  deletePasskey,
  insertChallenge,
  insertPasskey,
  type PasskeyRow,
  passkeysOf,
  takeChallenge,
} from './store-passkeys.ts';

type Deps = Pick<IdentityDeps, 'db' | 'hasher' | 'directory' | 'throttle' | 'publicUrl'>;

/** Returns the browser's options to create a discoverable passkey with user verification (PIN, finger, face). */
export function startPasskeyRoute(deps: Deps): Route {
  return route(startPasskey, async ({ body, caller }) => {
    const { userId, email } = await confirmPassword(deps, caller, body.password);
    const { generateRegistrationOptions } = await loadWebAuthn();
    const known = await asSystem(deps.db, (tx) => passkeysOf(tx, userId));
    const options = await generateRegistrationOptions({
      rpName: 'Berth',
      rpID: relyingPartyNames(deps.publicUrl).id,
      userName: email,
      userID: new TextEncoder().encode(userId),
      attestationType: 'none',
      excludeCredentials: known.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    await asSystem(deps.db, (tx) => insertChallenge(tx, userId, options.challenge));
    return { ...options };
  });
}

/** Adds the passkey that the browser created with these options. */
export function addPasskeyRoute({ db, publicUrl, codeKey }: Pick<IdentityDeps, 'db' | 'publicUrl' | 'codeKey'>): Route {
  return route(addPasskey, async ({ body, caller: { userId } }) => {
    const challenge = await asSystem(db, (tx) => takeChallenge(tx, userId));
    const checked = challenge && (await checkNewPasskey(body.credential, challenge, publicUrl));
    if (!checked) throw invalidCode();
    return asSystem(db, async (tx) => {
      const added = await insertPasskey(tx, { ...checked, user_id: userId, name: body.name });
      if (!added) throw new ApiError('passkey-taken', 'This passkey is already in use.');
      return { passkey: presentPasskey(added), recoveryCodes: await ensureRecoveryCodes(tx, codeKey, userId) };
    });
  });
}

/** Removes one of the caller's passkeys, and the recovery codes with the last factor. */
export function removePasskeyRoute(deps: Pick<IdentityDeps, 'db' | 'hasher' | 'directory' | 'throttle'>): Route {
  return route(removePasskey, async ({ params, body, caller }) => {
    const { userId } = await confirmPassword(deps, caller, body.password);
    const removed = await asSystem(deps.db, async (tx) => {
      const deleted = await deletePasskey(tx, userId, params.passkeyId);
      await deleteUnneededCodes(tx, userId);
      return deleted;
    });
    if (!removed) throw new ApiError('not-found', 'Passkey not found.');
    return null;
  });
}

/** A passkey as its owner sees it. */
export function presentPasskey(row: PasskeyRow): Type.Static<typeof Passkey> {
  return { id: row.credential_id, name: row.name, createdAt: row.created_at, lastUsedAt: row.last_used_at };
}
