import { type LoginProvider, PASSWORD_PROVIDERS } from '@berth/contract/bridge/login';
import { LANGUAGE_NAMES, LANGUAGES } from '@berth/web/i18n/locales.ts';
import { chooseLanguage, useTexts } from '@berth/web/i18n/store.ts';
import { useState } from 'react';
import { AccessibilityChoices } from '../accessibility/accessibility-panel.tsx';
import { Logo } from '../home/shelf.tsx';
import { StatusBar } from '../home/status-bar.tsx';
import { Select } from '../parts/field.tsx';
import { useMinute } from '../parts/use-minute.ts';
import { LatinHint, layoutOptions } from '../peripherals/keyboard-panel.tsx';
import { useCustomization, useSession, useSessionState } from '../state/session.ts';
import { useZone } from '../time-zone/use-zone.ts';
import { Automatic } from './automatic.tsx';
import { DeviceLogin } from './device-login.tsx';
import styles from './greeter.module.css';
import { PasswordForm } from './password-form.tsx';
import providerStyles from './providers.module.css';

/** The login screen (spec chapter 2, greeter): the login methods that the organization allows. */
export default function Greeter() {
  const { t } = useTexts();
  const hasBar = !useCustomization()?.disable_status_bar;
  const organization = useSessionState(({ config }) => config?.organization_name);
  const machine = useSessionState(({ config }) => config?.machine_name);
  return (
    <div className={styles.screen}>
      <main className={styles.middle}>
        <header className={styles.header}>
          <Logo />
          <Clock />
          {organization && <p className={styles.organization}>{organization}</p>}
          {machine && <p className={styles.machine}>{machine}</p>}
        </header>
        <section className={styles.card} aria-label={t('greeter.title')}>
          <Login />
          <div className={styles.choices}>
            <Language />
            <KeyboardLayout />
          </div>
          <Accessibility />
        </section>
      </main>
      {hasBar && <StatusBar />}
    </div>
  );
}

/** The automatic session start, until a user wants to log in by name. */
function Login() {
  const automaticAfter = useSessionState(({ login }) => login?.automaticAfter ?? null);
  const [byName, setByName] = useState(false);
  if (automaticAfter === null || byName) return <Accounts onBack={automaticAfter === null ? undefined : setByName} />;
  return <Automatic seconds={automaticAfter} onAccount={() => setByName(true)} />;
}

/** Shown here as well, because the profile may hide the Status Bar, whose menu has it too. */
function Accessibility() {
  const { t } = useTexts();
  return (
    <details className={styles.accessibility}>
      <summary>{t('screens.accessibility.title')}</summary>
      <AccessibilityChoices />
    </details>
  );
}

/** Users who cannot read the greeter cannot reach the settings either. */
function Language() {
  const { t, language } = useTexts();
  const options = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }));
  return (
    <Select
      label={t('common.language')}
      value={language}
      options={options}
      onChange={(next) => void chooseLanguage(next)}
    />
  );
}

/** The layout for typing the password; the previous user may have changed it. */
function KeyboardLayout() {
  const { t, language } = useTexts();
  const { bridge } = useSession();
  const keyboard = useSessionState((state) => state.keyboard);
  if (!keyboard) return null;
  return (
    <>
      {keyboard.layouts.length > 1 && (
        <Select
          label={t('session.keyboard')}
          value={keyboard.layout}
          options={layoutOptions(keyboard.layouts, language)}
          onChange={(layout) => void bridge?.call('choose_keyboard_layout', { layout }).catch(() => {})}
        />
      )}
      <LatinHint layout={keyboard.layout} />
    </>
  );
}

function Accounts({ onBack }: { onBack: ((byName: false) => void) | undefined }) {
  const { t } = useTexts();
  const { bridge } = useSession();
  const providers = useSessionState(({ login }) => login?.providers) ?? [];
  const [chosen, setChosen] = useState<string>();
  const provider = providers.find(({ id }) => id === chosen) ?? providers[0];
  const password = PASSWORD_PROVIDERS.find((id) => id === provider?.id);
  const device = provider?.id === 'azure-ad' ? 'azure-ad' : 'product-id';
  if (!provider) {
    return (
      <>
        <h1 className={styles.title}>{t('greeter.nobody.title')}</h1>
        <p className={styles.text}>{t('greeter.nobody.text')}</p>
      </>
    );
  }
  return (
    <>
      <h1 className={styles.title}>{t('greeter.title')}</h1>
      {providers.length > 1 && (
        <Providers ids={providers.map(({ id }) => id)} value={provider.id} onChange={setChosen} />
      )}
      {password ? (
        <PasswordForm
          key={provider.id}
          history={provider.history}
          logIn={async (user, secret) => bridge?.call('log_in', { provider: password, user, password: secret })}
        />
      ) : (
        <DeviceLogin
          key={provider.id}
          history={provider.history}
          begin={(agent, user) => agent.call('begin_device_login', { provider: device, ...(user && { user }) })}
          finish={(agent) => agent.call('await_device_login', {})}
        />
      )}
      {onBack && (
        <button type="button" className={styles.back} onClick={() => onBack(false)}>
          {t('common.back')}
        </button>
      )}
    </>
  );
}

function Clock() {
  const { time } = useTexts();
  const zone = useZone();
  const now = useMinute().toISOString();
  return (
    <time className={styles.clock} dateTime={now}>
      {time(now, zone)}
    </time>
  );
}

interface ProvidersProps {
  readonly ids: readonly LoginProvider[];
  readonly value: LoginProvider;
  readonly onChange: (id: LoginProvider) => void;
}

/** The login methods, side by side. */
function Providers({ ids, value, onChange }: ProvidersProps) {
  const { t } = useTexts();
  return (
    <div className={providerStyles.providers} role="radiogroup" aria-label={t('greeter.provider')}>
      {ids.map((id) => (
        <label key={id} className={providerStyles.provider}>
          <input
            type="radio"
            name="provider"
            className={providerStyles.radio}
            checked={id === value}
            onChange={() => onChange(id)}
          />
          {t(`greeter.provider.${id}`)}
        </label>
      ))}
    </div>
  );
}
