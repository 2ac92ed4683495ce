import { PROFILE_NAME_DEFAULT } from '@berth/contract/limits';
import { expect, type Page, test } from '@playwright/test';
import type { Api } from '../kit/api.ts';
import {
  add,
  choose,
  entry,
  field,
  find,
  hide,
  offer,
  pick,
  press,
  revealed,
  type Step,
  symbol,
  turn,
  upload,
  write,
} from '../kit/form-steps.ts';
import type { Server } from '../kit/server.ts';
import { startTestConsole, type TestConsole } from '../kit/test-console.ts';
import { t } from '../kit/texts.ts';

/** Each settings form of a profile, on the real server: saved values reach machines and show again. */
test.describe.configure({ mode: 'serial' });

let testConsole: TestConsole | undefined;
let server: Server;
let page: Page;
let api: Api;
let profile: string;

test.beforeAll(async ({ browser }) => {
  testConsole = await startTestConsole(browser, PROFILE_NAME_DEFAULT);
  ({ server, page, api, profile } = testConsole);
  const webapp = [{ display_name: 'Timetable', url: 'http://127.0.0.1/', window_title: 'Timetable' }];
  await api.merge(profile, { definition: { thinhoc: { sessions: { webapp } } } });
});

test.afterAll(async () => {
  await testConsole?.dispose();
});

const SYSTEM = 'profile.system';
const THINHOC = 'profile.thinhoc';
const WIFI = `${SYSTEM}.network.wifi`;
const VPN = `${SYSTEM}.network.vpn.openvpn`;
const SLIDE = `${THINHOC}.screensaver.slides`;
const LOOK = `${THINHOC}.customization`;
const BROWSER = `${THINHOC}.sessions.webbrowser`;
const WEBAPP = `${THINHOC}.sessions.webapp`;
const RDP = `${THINHOC}.sessions.rdp`;
const MIRROR = `${THINHOC}.mirror`;
const FINGERPRINT = 'AB:'.repeat(31).concat('CD');

/** The forms with the values to set and the part of the definition expected after saving. */
const FORMS: readonly {
  readonly form: string;
  /** In the test's title, where a form has more than one. */
  readonly named?: string;
  /** The part of a page with several forms. */
  readonly part?: string;
  readonly steps: readonly Step[];
  readonly saved: Record<string, unknown>;
}[] = [
  {
    form: 'customization',
    steps: [
      write(field(`${LOOK}.color_primary`), '#123456'),
      turn(field(`${LOOK}.delimitersBetweenAppSets`), true),
      turn(field(`${LOOK}.show_inetup`), false),
      write(field(`${LOOK}.wifi_hint.ssid`), 'office-guests'),
    ],
    saved: {
      thinhoc: {
        customization: {
          color_primary: '#123456',
          delimitersBetweenAppSets: true,
          show_inetup: false,
          wifi_hint: { ssid: 'office-guests' },
        },
      },
    },
  },
  {
    form: 'dashboard',
    steps: [
      press(t('forms.text.face.html')),
      write(field(`${LOOK}.info_section_content`), '<h2>Closed on Friday</h2>'),
    ],
    saved: { thinhoc: { customization: { info_section_content: '<h2>Closed on Friday</h2>' } } },
  },
  {
    form: 'screensaver',
    steps: [
      turn(field(`${THINHOC}.screensaver.enabled`), true),
      write(field(`${THINHOC}.screensaver.show_after`), '90'),
      add(`${SLIDE}`),
      pick(`${SLIDE}.type.text`),
      write(field(`${SLIDE}.title`), 'Fire drill'),
      write(field(`${SLIDE}.content`), 'On Tuesday at ten.'),
    ],
    saved: {
      thinhoc: {
        screensaver: {
          enabled: true,
          show_after: 90,
          slides: [{ type: 'text', title: 'Fire drill', content: 'On Tuesday at ten.' }],
        },
      },
    },
  },
  {
    form: 'auth',
    steps: [
      pick(`${SYSTEM}.auth.mode.external-login`),
      turn(field(`${SYSTEM}.auth.closeSessionsOnLogout`), false),
      turn(field(`${SYSTEM}.auth.localSessionTimeout.enabled`), true),
      write(field(`${SYSTEM}.auth.localSessionTimeout.timeout`), '45'),
      choose(
        field(`${SYSTEM}.auth.localSessionTimeout.actionOnTimeout`),
        t(`${SYSTEM}.auth.localSessionTimeout.actionOnTimeout.suspend`),
      ),
    ],
    saved: {
      system: {
        auth: {
          mode: 'external-login',
          closeSessionsOnLogout: false,
          localSessionTimeout: { enabled: true, timeout: 45, actionOnTimeout: 'suspend' },
        },
      },
    },
  },
  {
    form: 'accessibility',
    steps: [turn(field(`${SYSTEM}.accessibility.osk_enabled`), true), offer(`${LOOK}.keyboard_layouts`, 'France')],
    saved: {
      system: { accessibility: { osk_enabled: true } },
      thinhoc: { customization: { keyboard_layouts: expect.arrayContaining(['FR']) } },
    },
  },
  {
    form: 'clock',
    steps: [find(field(`${SYSTEM}.clock.time_zone`), 'toky', 'Asia/Tokyo')],
    saved: { system: { clock: { time_zone: 'Asia/Tokyo' } } },
  },
  {
    form: 'sessions/webapp',
    steps: [
      add(`${WEBAPP}`),
      write(field(`${WEBAPP}.display_name`), 'Bus times'),
      write(field(`${WEBAPP}.url`), 'https://timetable.example/'),
      write(field(`${WEBAPP}.window_title`), 'Bus times'),
      turn(field(`${WEBAPP}.disablePinchToZoom`), true),
    ],
    saved: {
      thinhoc: {
        sessions: {
          webapp: [
            { display_name: 'Timetable' },
            {
              display_name: 'Bus times',
              url: 'https://timetable.example/',
              window_title: 'Bus times',
              disablePinchToZoom: true,
            },
          ],
        },
      },
    },
  },
  {
    form: 'sessions/browser',
    steps: [
      add(`${BROWSER}`),
      write(field(`${BROWSER}.display_name`), 'The web'),
      write(field(`${BROWSER}.url`), 'https://start.example/'),
      turn(field(`${BROWSER}.enable_tracking_prevention`), false),
      turn(field(`${BROWSER}.disable_context_menu`), true),
      choose(field(`${BROWSER}.default_search_engine`), 'Ecosia'),
    ],
    saved: {
      thinhoc: {
        sessions: {
          webbrowser: [
            {
              display_name: 'The web',
              url: 'https://start.example/',
              enable_tracking_prevention: false,
              disable_context_menu: true,
              default_search_engine: 'Ecosia',
            },
          ],
        },
      },
    },
  },
  {
    form: 'app-manager',
    steps: [turn(t('apps.thinhoc::video-conference.name'), true)],
    saved: { thinhoc: { apps: { enabled: ['thinhoc::video-conference'] } } },
  },
  {
    form: 'mirror',
    steps: [
      turn(field(`${MIRROR}.enabled_features.airplay`), true),
      revealed(pick(`${MIRROR}.accept_new_connections.never`), field(`${MIRROR}.auto_accept_timeout.timeout`), false),
      revealed(pick(`${MIRROR}.accept_new_connections.smart`), field(`${MIRROR}.auto_accept_timeout.timeout`), true),
      write(field(`${MIRROR}.auto_accept_timeout.timeout`), '9'),
    ],
    saved: {
      thinhoc: {
        mirror: {
          enabled_features: { native: true, airplay: true },
          accept_new_connections: 'smart',
          auto_accept_timeout: { enabled: true, timeout: 9 },
        },
      },
    },
  },
  {
    form: 'sessions/rdp',
    steps: [
      add(RDP),
      write(field(`${RDP}.display_name`), 'Office'),
      write(field(`${RDP}.default_host`), 'ts1.company.example'),
      write(field(`${RDP}.default_logon_domain`), 'COMPANY'),
      turn(field(`${RDP}.smartcards_enabled`), true),
      write(field(`${RDP}.certificate_fingerprint`), FINGERPRINT),
      write(field(`${RDP}.admin_contact`), 'Extension 7'),
      write(field(`${RDP}.window_title`), 'Office desktop'),
      write(field(`${RDP}.default_user`), 'anna'),
      turn(field(`${RDP}.force_default_host`), true),
      turn(field(`${RDP}.force_default_logon_domain`), true),
      turn(field(`${RDP}.multi_display_enabled`), true),
      turn(field(`${RDP}.drive_hotplug_enabled`), true),
      turn(field(`${RDP}.always_show_advanced_tab`), true),
      turn(field(`${RDP}.fullscreen_enabled`), false),
      turn(field(`${RDP}.force_auto_reconn_enabled`), true),
      press(t('forms.icon.change')),
      symbol(`${RDP}.icon`, 'building'),
      write(field('profile.icon.symbol_color'), '#FFD400'),
      write(field('profile.icon.background_color'), '#0B6E4F'),
    ],
    saved: {
      thinhoc: {
        sessions: {
          rdp: [
            {
              display_name: 'Office',
              default_host: 'ts1.company.example',
              default_logon_domain: 'COMPANY',
              smartcards_enabled: true,
              certificate_fingerprint: FINGERPRINT,
              admin_contact: 'Extension 7',
              window_title: 'Office desktop',
              default_user: 'anna',
              force_default_host: true,
              force_default_logon_domain: true,
              multi_display_enabled: true,
              drive_hotplug_enabled: true,
              always_show_advanced_tab: true,
              fullscreen_enabled: false,
              force_auto_reconn_enabled: true,
              icon: { type: 'symbol', symbol: 'building', symbol_color: '#FFD400', background_color: '#0B6E4F' },
            },
          ],
        },
      },
    },
  },
  {
    form: 'sessions/rdp',
    named: 'sessions/rdp, without reconnecting,',
    steps: [
      add(RDP),
      write(field(`${RDP}.default_host`), 'ts2.company.example'),
      revealed(turn(field(`${RDP}.auto_reconn_enabled`), false), field(`${RDP}.force_auto_reconn_enabled`), false),
    ],
    saved: {
      thinhoc: {
        sessions: {
          rdp: [{ display_name: 'Office' }, { default_host: 'ts2.company.example', auto_reconn_enabled: false }],
        },
      },
    },
  },
  {
    form: 'autostart',
    steps: [offer(`${THINHOC}.autostart`, 'Timetable', entry(`${THINHOC}.autostart`, 1))],
    saved: { thinhoc: { autostart: [{ session_type: 'webapp', session_index: 0 }] } },
  },
  {
    form: 'kiosk',
    steps: [choose(field(`${THINHOC}.kiosk`), 'Bus times')],
    saved: { thinhoc: { kiosk: { session_type: 'webapp', session_index: 1 } } },
  },
  {
    form: 'kiosk',
    named: 'kiosk, turned off,',
    steps: [choose(field(`${THINHOC}.kiosk`), t('forms.session.none'))],
    saved: { thinhoc: { kiosk: { session_type: 'none' } } },
  },
  {
    form: 'network/dns',
    part: 'console.form.dns',
    steps: [
      add(`${SYSTEM}.network.search-domains`),
      write(entry(`${SYSTEM}.network.search-domains`, 1), 'company.example'),
      add(`${SYSTEM}.network.dns.servers4`),
      write(entry(`${SYSTEM}.network.dns.servers4`, 1), '192.0.2.53'),
    ],
    saved: { system: { network: { dns: { servers4: ['192.0.2.53'] }, 'search-domains': ['company.example'] } } },
  },
  {
    form: 'network/vpn/openvpn',
    part: 'console.form.openvpn',
    steps: [
      turn(field(`${VPN}.enabled`), true),
      upload('company.ovpn', 'client\nremote vpn.example\nauth-user-pass'),
      write(field(`${VPN}.user`), 'machine'),
      hide(`${VPN}.password`, 'a secret word'),
    ],
    saved: { system: { network: { vpn: { openvpn: { enabled: true, user: 'machine' } } } } },
  },
  {
    form: 'network/wifi',
    part: 'console.form.wifi',
    steps: [
      pick(`${WIFI}.mode.hotspot`),
      turn(field(`${WIFI}.hotspot.ssid_use_devname`), false),
      write(field(`${WIFI}.hotspot.ssid`), 'room-7'),
      hide(`${WIFI}.hotspot.password`, 'battery staple'),
      choose(field(`${WIFI}.localRegulations`), t(`${WIFI}.localRegulations.UK`)),
    ],
    saved: {
      system: {
        network: {
          wifi: { mode: 'hotspot', hotspot: { ssid_use_devname: false, ssid: 'room-7' }, localRegulations: 'UK' },
        },
      },
    },
  },
];

for (const { form, named = form, part, steps, saved } of FORMS) {
  test(`the form ${named} keeps what is set in it`, async () => {
    const main = part ? page.getByRole('region', { name: t(part) }) : page.getByRole('main');
    await page.goto(`${server.url}/manage/profile/${profile}?form=${form}`);
    await main.locator('[data-path]').first().waitFor();
    for (const step of steps) await step.does(main);
    await page.getByRole('button', { name: t('common.save'), exact: true }).click();
    await expect(page.getByRole('region', { name: t('console.save.label') })).toHaveCount(0);
    const { definition } = await api.send<{ definition: Record<string, unknown> }>('GET', `/profiles/${profile}`);
    expect(definition).toMatchObject(saved);
    await page.reload();
    await main.locator('[data-path]').first().waitFor();
    const closed = main.locator('button[aria-expanded=false]:not([aria-haspopup])').last();
    if (form.startsWith('sessions/') || form === 'screensaver') await closed.click();
    for (const step of steps) await step.shows(main);
  });
}
