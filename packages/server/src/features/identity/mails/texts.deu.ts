import type { MailTexts } from './texts.ts';

export const deu: MailTexts = {
  verifyEmail: {
    subject: 'Ihr Bestätigungscode für Berth',
    title: 'E-Mail-Adresse bestätigen',
    body: [
      'Geben Sie diesen Code auf der Anmeldeseite ein oder öffnen Sie den Link.',
      'Code und Link gelten {minutes} Minuten.',
    ],
    action: 'Adresse bestätigen',
    unexpected: 'Wenn Sie kein Konto bei Berth angelegt haben, öffnen Sie den Link nicht und löschen Sie diese E-Mail.',
  },
  alreadyRegistered: {
    subject: 'Sie haben bereits ein Konto bei Berth',
    title: 'Diese Adresse hat bereits ein Konto',
    body: [
      'Jemand wollte mit dieser E-Mail-Adresse ein Konto anlegen. Es gibt schon eines, daher wurde nichts geändert.',
      'Melden Sie sich mit Ihrem Passwort an. Wenn Sie es nicht mehr wissen, wählen Sie auf der Anmeldeseite «Passwort vergessen».',
    ],
    action: 'Zur Anmeldung',
    unexpected: 'Wenn Sie das nicht waren, müssen Sie nichts tun.',
  },
  resetPassword: {
    subject: 'Neues Passwort für Berth',
    title: 'Neues Passwort setzen',
    body: [
      'Öffnen Sie den Link, um ein neues Passwort zu setzen. Er gilt {minutes} Minuten und nur einmal.',
      'Mit dem neuen Passwort werden Sie auf allen Geräten abgemeldet.',
    ],
    action: 'Passwort setzen',
    unexpected:
      'Wenn Sie kein neues Passwort angefordert haben, müssen Sie nichts tun: Ihr Passwort bleibt, wie es ist.',
  },
  passwordChanged: {
    subject: 'Ihr Passwort für Berth wurde geändert',
    title: 'Passwort geändert',
    body: ['Das Passwort Ihres Kontos wurde soeben geändert. Alle anderen Anmeldungen wurden beendet.'],
    action: 'Zur Anmeldung',
    unexpected: 'Wenn Sie das nicht waren, wählen Sie auf der Anmeldeseite sofort «Passwort vergessen».',
  },
  giveUpCode: {
    subject: 'Ihr Code zum Aufgeben Ihres Kontos bei Berth',
    title: 'Konto aufgeben?',
    body: ['Geben Sie diesen Code in der Konsole ein, um Ihr Konto bei Berth zu löschen. Er gilt {minutes} Minuten.'],
    action: null,
    unexpected: 'Wenn Sie Ihr Konto nicht aufgeben wollen, geben Sie den Code niemandem und löschen Sie diese E-Mail.',
  },
  accountGivenUp: {
    subject: 'Ihr Konto bei Berth wurde gelöscht',
    title: 'Konto aufgegeben',
    body: [
      'Sie haben Ihr Konto aufgegeben. Es ist gelöscht, samt Sitzungen, Schlüsseln und Mitgliedschaften.',
      'Was Sie in Organisationen getan haben, bleibt in deren Audit-Protokoll.',
    ],
    action: null,
    unexpected: 'Wenn Sie das nicht waren, wenden Sie sich sofort an den Betreiber dieser Installation.',
  },
  linkHint: 'Wenn die Schaltfläche nicht funktioniert, kopieren Sie diese Adresse in den Browser:',
  footer: 'Diese E-Mail hat Berth automatisch verschickt.',
};
