import type { ProfileDefinition } from '@berth/contract/profile/definition';
import { kioskReference, sessionAt } from '@berth/contract/profile/entries';
import { useTexts } from '@berth/web/i18n/store.ts';
import { AppScreen } from '../home/app-screen.tsx';
import { Message } from '../parts/message.tsx';
import { useSessionState } from '../state/session.ts';

/** In kiosk mode the agent keeps one session in front; this screen behind it names the session being opened. */
export default function Kiosk({ definition }: { definition: ProfileDefinition }) {
  const { t } = useTexts();
  const reference = kioskReference(definition);
  const found = reference && sessionAt(definition, reference);
  const open = useSessionState(({ sessions }) => sessions.some(({ state }) => state === 'open'));
  // The selected session is no longer in the profile: kiosk mode is off (spec chapter 4).
  if (!found) return <AppScreen />;
  return (
    <Message tone="info" title={found.session.display_name}>
      {t(open ? 'screens.kiosk.open' : 'screens.kiosk.starting')}
    </Message>
  );
}
