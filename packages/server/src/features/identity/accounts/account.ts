import type { UserId } from '@berth/contract/ids';
import type { Language } from '@berth/contract/rules/languages';

/** A person who can sign in; the address is proven. */
export interface Account {
  readonly userId: UserId;
  /** In lower case. */
  readonly email: string;
  readonly passwordHash: string | null;
  readonly language: Language;
}

/** What the provider needs of accounts. */
export interface AccountReader {
  byId(userId: string): Promise<Account | undefined>;
}
