import type { MailTexts } from './texts.ts';

export const gsw: MailTexts = {
  verifyEmail: {
    subject: 'Din Bestätigungscode für Berth',
    title: 'E-Mail-Adrässe bestätige',
    body: ['Gib dä Code uf de Aamäldesiite ii oder mach de Link uf.', 'Code und Link gälted {minutes} Minute.'],
    action: 'Adrässe bestätige',
    unexpected: 'Wänn du kei Konto bi Berth aagleit häsch, mach de Link nöd uf und lösch das E-Mail.',
  },
  alreadyRegistered: {
    subject: 'Du häsch scho es Konto bi Berth',
    title: 'Die Adrässe hät scho es Konto',
    body: [
      'Öpper hät mit dere E-Mail-Adrässe es Konto wele aalegge. Es git scho eis, drum isch nüt gänderet worde.',
      'Mäld di mit dim Passwort aa. Wänn du’s nüme weisch, wähl uf de Aamäldesiite «Passwort vergässe».',
    ],
    action: 'Zur Aamäldig',
    unexpected: 'Wänn du das nöd gsi bisch, muesch nüt mache.',
  },
  resetPassword: {
    subject: 'Neus Passwort für Berth',
    title: 'Neus Passwort setze',
    body: [
      'Mach de Link uf, zum es neus Passwort setze. Er gilt {minutes} Minute und nume eimal.',
      'Mit em neue Passwort wirsch uf allne Grät abgmäldet.',
    ],
    action: 'Passwort setze',
    unexpected: 'Wänn du kei neus Passwort wele häsch, muesch nüt mache: Dis Passwort bliibt, wie’s isch.',
  },
  passwordChanged: {
    subject: 'Dis Passwort für Berth isch gänderet worde',
    title: 'Passwort gänderet',
    body: ['S Passwort vo dim Konto isch grad gänderet worde. Alli andere Aamäldige sind beändet worde.'],
    action: 'Zur Aamäldig',
    unexpected: 'Wänn du das nöd gsi bisch, wähl uf de Aamäldesiite grad «Passwort vergässe».',
  },
  giveUpCode: {
    subject: 'Din Code zum Ufgää vo dim Konto bi Berth',
    title: 'Konto ufgää?',
    body: ['Gib dä Code i de Konsole ii, zum dis Konto bi Berth z lösche. Er gilt {minutes} Minute.'],
    action: null,
    unexpected: 'Wenn du dis Konto nöd wottsch ufgää, gib de Code niemerem und lösch die E-Mail.',
  },
  accountGivenUp: {
    subject: 'Dis Konto bi Berth isch glöscht worde',
    title: 'Konto ufgää',
    body: [
      'Du häsch dis Konto ufgää. Es isch glöscht, mitsamt Sitzige, Schlüssel und Mitgliidschafte.',
      'Was du i Organisatione gmacht häsch, bliibt i dene irem Audit-Protokoll.',
    ],
    action: null,
    unexpected: 'Wänn du das nöd gsi bisch, mäld di sofort bim Betriiber vo dere Installation.',
  },
  linkHint: 'Wänn de Chnopf nöd gaht, kopier die Adrässe in Browser:',
  footer: 'Das E-Mail hät Berth automatisch verschickt.',
};
