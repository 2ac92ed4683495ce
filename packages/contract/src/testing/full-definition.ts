/** A test certificate. */
const AUTHORITY = [
  '-----BEGIN CERTIFICATE-----',
  'MIIBNDCB56ADAgECAhQb0Ktam0xuZBULI40I7nMXailJtTAFBgMrZXAwDzENMAsG',
  'A1UEAwwEUXVheTAgFw0yNjExMjMwOTQyMzhaGA8yMTI2MTAzMDA5NDIzOFowDzEN',
  'MAsGA1UEAwwEUXVheTAqMAUGAytlcAMhAIUB+JfQ8DvSjoTL5/QHij2WWBxawbC+',
  'G2xNqLYfWvR7o1MwUTAdBgNVHQ4EFgQUUplu15cHoXB/BmoTQrVfwIJ7PJEwHwYD',
  'VR0jBBgwFoAUUplu15cHoXB/BmoTQrVfwIJ7PJEwDwYDVR0TAQH/BAUwAwEB/zAF',
  'BgMrZXADQQBH6QKvPV9ffw1fUk05ruIUqiqHTx9WDoqVXYhFIch+CsSPKKUeNhj+',
  'PrhbChLI+X0vqzC2ipYIpyp33dUTtpkM',
  '-----END CERTIFICATE-----',
  '',
].join('\n');

const png =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const jpeg =
  'data:image/jpeg;base64,/9j/4AAQSkZJRgABAQAAAQABAAD/2wCEABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2MBERISGBUYLxoaL2NCOEJjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY//AABEIAAEAAgMBEQACEQEDEQH/xAGiAAABBQEBAQEBAQAAAAAAAAAAAQIDBAUGBwgJCgsQAAIBAwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+gEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoLEQACAQIEBAMEBwUEBAABAncAAQIDEQQFITEGEkFRB2FxEyIygQgUQpGhscEJIzNS8BVictEKFiQ04SXxFxgZGiYnKCkqNTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqCg4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2dri4+Tl5ufo6ery8/T19vf4+fr/2gAMAwEAAhEDEQA/AI6AP//Z';
const icon = {
  index: 3,
  type: 'image',
  image: png,
  symbol: 'world',
  symbol_color: '#000000',
  background_color: '#FFFFFF',
};

const button = {
  text: 'Light',
  icon: 'cogs',
  action: {
    type: 'webhook',
    system: { action: 'shell', arguments: ['/usr/bin/true'] },
    webhook: { type: 'post', url: 'https://hook.example/on', headers: [{ key: 'X-Room', value: '7' }] },
  },
};

const widgets = [
  { type: 'button', button },
  { type: 'image', image: { src: png } },
  { type: 'qr', qr: { title: 'Guests', type: 'wifi_hint', text_context: 'https://example.org/' } },
  { type: 'text', text: { text: '<b>Welcome</b>' } },
];

const customization = {
  show_linkup: false,
  show_inetup: false,
  show_nameresup: false,
  dashboard: {
    height: 40,
    autoplay: { enabled: true, duration: 20 },
    layouts: [
      {
        name: 'Lobby',
        layout: widgets.map((widget, index) => ({ id: `w${index}`, x: index, y: 0, w: 1, h: 2, widget })),
      },
    ],
  },
  info_section_content: '<h1>Welcome</h1>',
  custom_ping_indicators: [{ name: 'Printer', host: '192.0.2.7' }],
  keyboard_layouts: ['US', 'DE'],
  disable_status_bar: true,
  hide_status_bar_by_default: true,
  audioControllersInStatusBar: false,
  delimitersBetweenAppSets: true,
  color_primary: '#112233',
  color_secondary: '#445566',
  scaling_factors: { ui_scaling_factor: 2, text_scaling_factor: 3 },
  logo: jpeg,
  custom_background_enabled: true,
  custom_background: jpeg,
  custom_background_blured: true,
  wifi_hint: { ssid: 'guests', password: 'welcome1' },
};

const sessions = {
  rdp: [
    {
      display_name: 'Office',
      icon,
      window_title: 'Office desktop',
      always_show_advanced_tab: true,
      admin_contact: 'help@example.org',
      default_host: 'rdp.example.org:3389',
      force_default_host: true,
      default_logon_domain: 'OFFICE',
      force_default_logon_domain: true,
      default_user: 'anna',
      auto_reconn_enabled: false,
      force_auto_reconn_enabled: true,
      drive_hotplug_enabled: true,
      multi_display_enabled: true,
      smartcards_enabled: true,
      fullscreen_enabled: false,
      certificate_fingerprint: 'AB:'.repeat(31).concat('AB'),
      certificate_authority: AUTHORITY,
    },
  ],
  webbrowser: [
    {
      display_name: 'Browser',
      icon,
      url: 'https://start.example/',
      content_filter_lists: ['https://filter.example/list.txt'],
      enable_caret_browsing: true,
      search_engine_providers: [{ url: 'https://search.example/?q={searchTerms}', bang: 'x', name: 'Search' }],
      default_search_engine: 'Search',
      use_google_search_suggestions: true,
      disable_context_menu: true,
      enable_adblock: false,
      enable_tracking_prevention: false,
      enable_google_safe_browsing: false,
      custom_user_agent: 'Berth',
    },
  ],
  webapp: [
    {
      display_name: 'Wiki',
      icon,
      hide_app_item_icon: true,
      window_title: 'Wiki',
      url: 'https://wiki.example/',
      disablePinchToZoom: true,
    },
  ],
};

/** A valid definition in which every field of spec chapter 3 is set, to something other than its default. */
export const FULL_DEFINITION = {
  version: 2,
  system: {
    auth: {
      mode: 'external-login',
      'auto-login-timeout': 30,
      closeSessionsOnLogout: false,
      renew_OTCs_on_sessions_logout: false,
      localSessionTimeout: { enabled: true, timeout: 60, actionOnTimeout: 'suspend' },
      settings_access: { who: 'pin', pin: '2580' },
    },
    network: {
      dns: { servers4: ['192.0.2.53'], servers6: ['2001:db8::53'] },
      'search-domains': ['example.org'],
      wifi: {
        mode: 'hotspot',
        client: { use_system_settings: false, ssid: 'office', password: 'correct horse' },
        hotspot: { ssid_use_devname: false, ssid: 'lobby', password: 'battery staple' },
        localRegulations: 'UK',
      },
      vpn: {
        openvpn: {
          enabled: true,
          config: 'remote vpn.example.org\nauth-user-pass',
          user: 'machine',
          password: 'tunnel',
        },
      },
    },
    customization: { 'global-dark-theme': false },
    accessibility: { osk_enabled: true },
    remote: { consent: 'unattended', live_view: true },
    clock: { time_zone: 'Europe/Zurich' },
    displays: {
      arrangement: 'mirrored',
      home_monitor: 2,
      sessions: 'beside-home',
      rotation: 'left',
      change_at_machine: false,
    },
    updates: { version: '20261124.015800', any_time: true, from: '22:30', until: '04:00', download_limit: 20 },
  },
  thinhoc: {
    apps: {
      enabled: ['thinhoc::video-conference'],
      installed: {
        'thinhoc::video-conference': {
          build: 2,
          template: {
            thinhoc: { sessions: { webapp: [{ type: 'webapp', ...sessions.webapp[0], display_name: 'Meeting' }] } },
          },
        },
      },
      instances: {
        'thinhoc::video-conference': {
          enabled: false,
          settings: { PROTOCOL: 'http', SERVER_NAME: 'meet.example', ROOM: 'board' },
        },
      },
    },
    autostart: [{ session_type: 'webapp', session_index: 0 }],
    kiosk: { session_type: 'rdp', session_index: 1 },
    sessions,
    sip: {
      enabled: true,
      gateway: 'sip.example.org',
      accounts: [{ user: '100', display_name: 'Lobby', auth_pass: 'ring ring', gateway: 'sip2.example.org' }],
    },
    mirror: {
      enabled_features: { native: false, airplay: true },
      moderated: true,
      accept_new_connections: 'always',
      auto_accept_timeout: { enabled: false, timeout: 10 },
    },
    customization,
    screensaver: {
      enabled: true,
      fullscreen: false,
      bring_to_foreground: false,
      duration: 8,
      show_after: 60,
      slides: [
        { type: 'image', title: 'One', content: 'First', image: jpeg, duration: 5 },
        { type: 'video', title: 'Two', content: '', video: 'https://media.example/a.mp4' },
      ],
    },
  },
};
