import type { Bus } from '../../../platform/bus.ts';

/** Tells somebody by mail that they are invited, in their language, or else in the inviter's. */
export type MailInvitation = (mail: {
  readonly to: string;
  readonly inviter: { readonly userId: string; readonly email: string };
  readonly organizationName: string;
}) => Promise<void>;

export interface MemberDeps {
  readonly bus: Bus;
  readonly mailInvitation: MailInvitation;
}
