import type { InstallerState } from '@berth/contract/bridge/installer';
import { CONFIG_LOAD_TIMEOUT_MS } from '@berth/contract/limits';
import { hasAccessToken } from '@berth/web/data/access-token.ts';
import { LANGUAGES, type Language, offeredLanguage } from '@berth/web/i18n/locales.ts';
import { chooseLanguage, currentTexts, useTexts } from '@berth/web/i18n/store.ts';
import { useEffect, useState } from 'react';
import type { Bridge } from '../bridge/bridge.ts';
import { navigate } from '../navigation.ts';
import { Message } from '../parts/message.tsx';
import { HOME_PATH } from '../paths.ts';
import { useSession, useSessionState } from '../state/session.ts';
import { Installer } from './installer/installer.tsx';
import { DeviceName } from './steps/device-name.tsx';
import { Network } from './steps/network.tsx';
import { Organization } from './steps/organization.tsx';
import { Profile } from './steps/profile.tsx';
import { Registration } from './steps/registration.tsx';
import { SignIn } from './steps/sign-in.tsx';
import { Welcome } from './steps/welcome.tsx';
import { Unattended } from './unattended.tsx';
import styles from './wizard.module.css';
import {
  type Entered,
  loadWizard,
  nextStep,
  previousStep,
  STEPS,
  type Step,
  saveWizard,
  type WizardState,
} from './wizard-state.ts';

export interface StepProps {
  readonly wizard: WizardState;
  /** Stores the values and continues. */
  readonly next: (entered?: Partial<Entered>) => void;
  /** Stores the values and goes back: one step, or to where a field is entered. */
  readonly back: (entered?: Partial<Entered>, field?: keyof Entered) => void;
}

const SCREENS: Readonly<Record<Step, (props: StepProps) => React.ReactNode>> = {
  welcome: Welcome,
  network: Network,
  name: DeviceName,
  'sign-in': SignIn,
  organization: Organization,
  profile: Profile,
  registration: Registration,
};

/** The setup wizard (spec chapter 2): from a new machine to one that shows its profile. */
export default function Wizard() {
  const { t } = useTexts();
  const { bridge } = useSession();
  return (
    <div className={styles.screen}>
      {bridge ? (
        <Steps bridge={bridge} />
      ) : (
        <Message tone="info" title={t('wizard.web.title')}>
          {t('wizard.web.text')}
        </Message>
      )}
    </div>
  );
}

// The browser writes the language to its own storage only seconds later: after a power cut the agent's copy is newer.
async function resume(bridge: Bridge): Promise<{ readonly loaded: WizardState; readonly offered: InstallerState }> {
  const [loaded, offered] = await Promise.all([
    loadWizard(bridge, hasAccessToken()),
    bridge.call('get_installer', {}, CONFIG_LOAD_TIMEOUT_MS).catch(() => null),
  ]);
  const language = LANGUAGES.find((each) => each === loaded.language) ?? (await installedLanguage(bridge));
  if (language && language !== currentTexts().language) await chooseLanguage(language);
  return { loaded, offered };
}

/** The language that the computer was installed with, unless a user has chosen one here. */
async function installedLanguage(bridge: Bridge): Promise<Language | undefined> {
  const hints = await bridge.call('get_locale_hints', {}, CONFIG_LOAD_TIMEOUT_MS).catch(() => null);
  return offeredLanguage(localStorage, hints?.language ? [hints.language] : [], currentTexts().language);
}

function Steps({ bridge }: { bridge: Bridge }) {
  const { t } = useTexts();
  const [wizard, setWizard] = useState<WizardState>();
  const [installer, setInstaller] = useState<InstallerState>(null);
  // The machine was set up before this page loaded: there is nothing to do here.
  const [wasSetUp] = useState(useSessionState(({ config }) => config?.firstboot === false));
  useEffect(() => {
    let current = true;
    void resume(bridge).then(({ loaded, offered }) => {
      if (!current) return;
      setInstaller(offered);
      setWizard(loaded);
    });
    return () => {
      current = false;
    };
  }, [bridge]);

  const enrolling = useSessionState(({ config }) => config?.enrolling);
  // Kept until the home screen is shown: a code that has registered the machine is no longer pending.
  const [unattended, setUnattended] = useState(enrolling === 'pending');
  if (unattended !== (enrolling === 'pending') && enrolling) setUnattended(!unattended);

  if (wasSetUp) {
    return (
      <Message
        tone="info"
        title={t('wizard.done.already')}
        action={{ label: t('wizard.done.home'), run: () => navigate(HOME_PATH, 'replace') }}
      />
    );
  }
  // After the language, which is chosen first; an installation that has begun is shown whatever came before.
  if (installer && wizard && (wizard.step !== 'welcome' || installer.phase !== 'choice')) {
    const back = () => go({}, () => 'welcome');
    return <Installer bridge={bridge} installer={installer} onChange={setInstaller} onBack={back} />;
  }
  if (unattended) return <Unattended />;
  if (!wizard) return null;
  const Screen = SCREENS[wizard.step];
  const number = STEPS.indexOf(wizard.step) + 1;

  function go(entered: Partial<Entered>, to: (state: WizardState) => Step): void {
    if (!wizard) return;
    const state = { ...wizard, ...entered, language: currentTexts().language };
    const next = { ...state, step: to(state) };
    // Stored before it is shown, so that the wizard resumes here after a power cut.
    void saveWizard(bridge, next).then(() => setWizard(next));
  }

  return (
    <main className={styles.card}>
      <header className={styles.header}>
        <span className={styles.product}>{t('common.product')}</span>
        <span className={styles.progress}>{t('wizard.progress', { number, count: STEPS.length })}</span>
      </header>
      <progress className={styles.bar} value={number} max={STEPS.length} aria-label={t('wizard.title')} />
      <div key={wizard.step} className={styles.step}>
        <Screen
          wizard={wizard}
          next={(entered = {}) => go(entered, nextStep)}
          back={(entered = {}, field) => go(entered, (state) => previousStep(state, field))}
        />
      </div>
    </main>
  );
}
