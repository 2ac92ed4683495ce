import { AWAY_DAYS } from '@berth/contract/api/fleet';
import type { OrganizationId } from '@berth/contract/ids';
import { ORGANIZATION_PARAMETER } from '@berth/contract/rules/alerts';
import { BILLING_PAGE } from '@berth/contract/rules/billing';
import type { Language } from '@berth/contract/rules/languages';
import { button, list, type MailPart, mailPage, mutedLink, paragraph } from '../../texts/mail-page.ts';
import { type Texts, textsIn } from '../../texts/texts.ts';
import type { AlertContent, CreditsAlert, MachinesAlert, NeedyMachines, RolloutAlert } from './content.ts';

interface Place {
  /** Origin that browsers use, without a slash at its end. */
  readonly publicUrl: string;
  readonly organizationId: OrganizationId;
  readonly organization: string;
}

/** Composes an alert in the member's language. */
export function composeAlert(language: Language, content: AlertContent, place: Place) {
  const texts = textsIn(language);
  const { t, tag } = texts;
  const { title, parts, action, path } = say(texts, content, place);
  return mailPage({
    tag,
    // A name cannot end the header: names have no line breaks.
    subject: t('mails.alerts.subject', { title, organization: place.organization }),
    title,
    parts: [
      ...parts,
      button(action, t('mails.linkHint'), linkTo(place, path)),
      mutedLink(
        t('mails.alerts.why', { organization: place.organization }),
        `${place.publicUrl}/manage/org/${place.organizationId}`,
      ),
    ],
    footer: t('mails.footer'),
  });
}

interface Said {
  readonly title: string;
  readonly parts: readonly MailPart[];
  readonly action: string;
  readonly path: string;
}

function say(texts: Texts, content: AlertContent, place: Place): Said {
  if (content.topic === 'machines') return sayMachines(texts, content, place);
  return content.topic === 'rollouts' ? sayRollout(texts, content) : sayCredits(texts, content);
}

function sayMachines({ t }: Texts, { total, needs }: MachinesAlert, place: Place): Said {
  const [only, ...others] = needs;
  return {
    title: t('mails.alerts.machines.title', { count: total }),
    parts: needs.map((need) => sayNeed(t, need, place)),
    action: t('mails.alerts.machines.action'),
    // The list of what needs attention, narrowed to the only reason.
    path: `/manage/machines?need=${others.length === 0 && only ? only.need : 'attention'}`,
  };
}

function sayNeed(t: Texts['t'], { need, count, machines }: NeedyMachines, place: Place): MailPart {
  const named = machines.map(({ id, name }) => ({ text: name, url: linkTo(place, `/manage/machines/${id}`) }));
  const rest = count - machines.length;
  const more = rest > 0 ? [{ text: t('mails.alerts.machines.more', { count: rest }) }] : [];
  return list(t(`mails.alerts.machines.${need}`, { days: AWAY_DAYS }), [...named, ...more]);
}

function sayRollout({ t }: Texts, { rolloutId, name, revision, reason }: RolloutAlert): Said {
  return {
    title: t('mails.alerts.rollouts.title', { name }),
    parts: [paragraph(t(`mails.alerts.rollouts.${reason}`, { name, revision }))],
    action: t('mails.alerts.rollouts.action'),
    path: `/manage/rollouts/${rolloutId}`,
  };
}

function sayCredits({ t, intlTag }: Texts, { warning, missing, until }: CreditsAlert): Said {
  const date = new Intl.DateTimeFormat(intlTag, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(until));
  return {
    title: t(`mails.alerts.credits.${warning}.title`, { date }),
    parts: [paragraph(t(`mails.alerts.credits.${warning}`, { date, count: missing }))],
    action: t('mails.alerts.credits.action'),
    path: BILLING_PAGE,
  };
}

/** A page of the console in this organization, whichever was open before. */
function linkTo({ publicUrl, organizationId }: Place, path: string): string {
  const url = new URL(publicUrl + path);
  url.searchParams.set(ORGANIZATION_PARAMETER, organizationId);
  return url.href;
}
