import type { UserId } from '@berth/contract/ids';
import { languageFinder } from '../features/identity/account/store.ts';
import { ALLOWANCES, createThrottle } from '../features/identity/login/throttle.ts';
import { invitationMails, type MemberDeps } from '../features/organizations/members/mail.ts';
import { deriveKey } from '../platform/seal.ts';
import type { Base } from './base.ts';

/** Mails invitations, limited per person and per address. */
export function createInvitations({ db, mailQueue: queue, publicUrl, serverKey }: Base): Omit<MemberDeps, 'bus'> {
  const throttle = createThrottle(db.system, deriveKey(serverKey, 'throttled subjects'));
  const count = async (inviter: UserId, to: string) => {
    await throttle.take(ALLOWANCES.invitationMails, inviter);
    await throttle.take(ALLOWANCES.invitationMail, to);
  };
  return {
    mailInvitation: invitationMails({ db, queue, publicUrl, languageOf: languageFinder(db.system), count }),
    requireMailsLeft: async (inviter, to) => {
      await throttle.requireLeft(ALLOWANCES.invitationMails, inviter);
      await throttle.requireLeft(ALLOWANCES.invitationMail, to);
    },
  };
}
