import type { Language } from '@berth/contract/rules/languages';
/** What an invitation says. {organization} and {inviter} stand for names. */
export interface InvitationText {
  readonly tag: string;
  readonly subject: string;
  readonly body: readonly string[];
  readonly action: string;
  readonly unexpected: string;
}

export const INVITATION_TEXTS: Readonly<Record<Language, InvitationText>> = {
  deu: {
    tag: 'de',
    subject: 'Einladung zu {organization} in Berth',
    body: [
      '{inviter} lädt Sie ein, in Berth der Organization {organization} beizutreten.',
      'Melden Sie sich mit dieser E-Mail-Adresse in der Verwaltungskonsole an und nehmen Sie die Einladung an. Falls Sie noch kein Konto haben, registrieren Sie sich mit dieser Adresse: Die Einladung wartet auf Sie.',
    ],
    action: 'Zur Verwaltungskonsole',
    unexpected: 'Wenn Sie diese Einladung nicht erwartet haben, müssen Sie nichts tun.',
  },
  eng: {
    tag: 'en',
    subject: 'Invitation to {organization} on Berth',
    body: [
      '{inviter} invites you to join the organization {organization} on Berth.',
      'Log in to the management console with this e-mail address and accept the invitation. If you do not have an account yet, sign up with this address: the invitation waits for you.',
    ],
    action: 'Open the management console',
    unexpected: 'If you did not expect this invitation, there is nothing you need to do.',
  },
  gsw: {
    tag: 'gsw',
    subject: 'Iiladig zu {organization} i Berth',
    body: [
      '{inviter} ladt Sie ii, i Berth de Organization {organization} biizträte.',
      'Mälded Sie sich mit dere E-Mail-Adrässe i de Verwaltigskonsole aa und nämed Sie d Iiladig aa. Wänn Sie no keis Konto händ, registriered Sie sich mit dere Adrässe: D Iiladig wartet uf Sie.',
    ],
    action: 'Zur Verwaltigskonsole',
    unexpected: 'Wänn Sie die Iiladig nöd erwartet händ, müend Sie nüt mache.',
  },
  rus: {
    tag: 'ru',
    subject: 'Приглашение в организацию {organization} в Berth',
    body: [
      '{inviter} приглашает вас вступить в организацию {organization} в Berth.',
      'Войдите в консоль управления с этим адресом электронной почты и примите приглашение. Если у вас ещё нет учётной записи, зарегистрируйтесь с этим адресом: приглашение будет вас ждать.',
    ],
    action: 'Открыть консоль управления',
    unexpected: 'Если вы не ожидали этого приглашения, ничего делать не нужно.',
  },
};
