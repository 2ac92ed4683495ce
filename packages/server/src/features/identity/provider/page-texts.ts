import type { Language } from '@berth/contract/rules/languages';

/** Texts of the provider's own pages: confirming a logout, and the device flow (RFC 8628) on the telephone. */
export interface PageTexts {
  readonly logout: {
    readonly title: string;
    readonly question: string;
    readonly confirm: string;
    readonly cancel: string;
    readonly done: string;
  };
  readonly device: {
    readonly title: string;
    readonly enter: string;
    readonly code: string;
    readonly next: string;
    readonly compare: string;
    readonly confirm: string;
    readonly abort: string;
    readonly unexpected: string;
    readonly done: string;
    readonly wrongCode: string;
    readonly aborted: string;
    readonly failed: string;
  };
}

export const PAGE_TEXTS: Readonly<Record<Language, PageTexts>> = {
  deu: {
    logout: {
      title: 'Abmelden',
      question: 'Möchten Sie sich abmelden?',
      confirm: 'Abmelden',
      cancel: 'Angemeldet bleiben',
      done: 'Sie sind abgemeldet.',
    },
    device: {
      title: 'Gerät anmelden',
      enter: 'Geben Sie den Code ein, den das Gerät anzeigt.',
      code: 'Code',
      next: 'Weiter',
      compare: 'Zeigt das Gerät diesen Code an?',
      confirm: 'Ja, Gerät anmelden',
      abort: 'Nein, abbrechen',
      unexpected: 'Bestätigen Sie nur ein Gerät, das vor Ihnen steht. Es handelt danach in Ihrem Namen.',
      done: 'Das Gerät ist angemeldet. Sie können diese Seite schließen.',
      wrongCode: 'Dieser Code ist falsch oder abgelaufen.',
      aborted: 'Die Anmeldung wurde abgebrochen.',
      failed: 'Die Anmeldung ist fehlgeschlagen. Lassen Sie sich am Gerät einen neuen Code anzeigen.',
    },
  },
  eng: {
    logout: {
      title: 'Log out',
      question: 'Do you want to log out?',
      confirm: 'Log out',
      cancel: 'Stay logged in',
      done: 'You are logged out.',
    },
    device: {
      title: 'Log in on a device',
      enter: 'Enter the code that the device shows.',
      code: 'Code',
      next: 'Continue',
      compare: 'Does the device show this code?',
      confirm: 'Yes, log in on the device',
      abort: 'No, cancel',
      unexpected: 'Only confirm a device that is in front of you. It will act in your name.',
      done: 'The device is logged in. You can close this page.',
      wrongCode: 'This code is wrong or has expired.',
      aborted: 'The login was cancelled.',
      failed: 'The login failed. Let the device show you a new code.',
    },
  },
  gsw: {
    logout: {
      title: 'Abmälde',
      question: 'Wotsch di abmälde?',
      confirm: 'Abmälde',
      cancel: 'Aagmäldet bliibe',
      done: 'Du bisch abgmäldet.',
    },
    device: {
      title: 'Grät aamälde',
      enter: 'Gib de Code ii, wo s Grät zeigt.',
      code: 'Code',
      next: 'Wiiter',
      compare: 'Zeigt s Grät dä Code?',
      confirm: 'Ja, Grät aamälde',
      abort: 'Nei, abbräche',
      unexpected: 'Bestätig nume es Grät, wo vor dir staht. Es handlet nachher i dim Name.',
      done: 'S Grät isch aagmäldet. Du chasch die Siite zuemache.',
      wrongCode: 'Dä Code isch falsch oder abgloffe.',
      aborted: 'D Aamäldig isch abbroche worde.',
      failed: 'D Aamäldig hät nöd klappet. Lass dir am Grät en neue Code zeige.',
    },
  },
  rus: {
    logout: {
      title: 'Выход',
      question: 'Выйти из системы?',
      confirm: 'Выйти',
      cancel: 'Остаться в системе',
      done: 'Вы вышли из системы.',
    },
    device: {
      title: 'Вход на устройстве',
      enter: 'Введите код, который показывает устройство.',
      code: 'Код',
      next: 'Продолжить',
      compare: 'Устройство показывает этот код?',
      confirm: 'Да, войти на устройстве',
      abort: 'Нет, отменить',
      unexpected:
        'Подтверждайте только устройство, которое находится перед вами. Оно будет действовать от вашего имени.',
      done: 'Вход на устройстве выполнен. Эту страницу можно закрыть.',
      wrongCode: 'Код неверен или его срок истёк.',
      aborted: 'Вход отменён.',
      failed: 'Войти не удалось. Получите на устройстве новый код.',
    },
  },
};
