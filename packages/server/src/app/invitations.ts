import type { UserId } from '@berth/contract/ids';
import { languageFinder } from '../features/identity/account/store.ts';
import { ALLOWANCES, createThrottle } from '../features/identity/login/throttle.ts';
import { invitationMails, type MemberDeps } from '../features/organizations/members/mail.ts';
import { createMailQueue } from '../platform/mail-queue.ts';
import { deriveKey } from '../platform/seal.ts';
import type { Base } from './base.ts';

/** Composes the mails of invitations, limited per person and per address. */
export function createInvitations(base: Base): Omit<MemberDeps, 'bus'> {
  const { db, logger, mailer, publicUrl, stops } = base;
  const throttle = createThrottle(db.system, deriveKey(base.serverKey, 'throttled subjects'));
  const count = async (inviter: UserId, to: string) => {
    await throttle.take(ALLOWANCES.invitationMails, inviter);
    await throttle.take(ALLOWANCES.invitationMail, to);
  };
  const queue = createMailQueue(mailer, logger);
  stops.defer(() => queue.close());
  return {
    mailInvitation: invitationMails({ queue, publicUrl, languageOf: languageFinder(db.system), count }),
    requireMailsLeft: async (inviter, to) => {
      await throttle.requireLeft(ALLOWANCES.invitationMails, inviter);
      await throttle.requireLeft(ALLOWANCES.invitationMail, to);
    },
  };
}
