import { redirectOf, screenOf } from '@berth/session/paths.ts';
import { decide } from '@berth/web/paths/decide.ts';
import { describe, expect, it } from 'vitest';

/**
 * Spec chapter 2 in both environments. web: what the console does without a login, with a login, and with an active
 * organization; a dash means the same as in the column before. center: what the machine's own document does, where
 * nobody logs in to the console. `→` marks a redirect target.
 */
const TABLE = `
  path                                web stranger      signed in            with organization    center
  /                                   →/manage          –                    –                    →/session/local
  /access_token                       access-token      –                    –                    access-token
  /access_token/x                     access-token      –                    –                    access-token
  /app-catalog                        app-catalog       –                    –                    →/session/local
  /error                              error             –                    –                    →/session/local
  /demo/login                         demo-login        –                    –                    →/session/local
  /factory-reset                      factory-reset     –                    –                    factory-reset
  /mirror                             mirror            –                    –                    mirror
  /greeter                            greeter           –                    –                    greeter
  /screensaver                        screensaver       –                    –                    screensaver
  /fbw                                first-boot-wizard –                    –                    first-boot
  /session/                           →/session/local   –                    –                    →/session/local
  /session/login                      login             –                    –                    →/session/local
  /session/local                      session           –                    –                    home
  /session/p1                         →/session/login   session              –                    home
  /session/p1/settings                →/session/login   session-settings     –                    settings
  /manage/login                       manage-login      –                    –                    →/session/local
  /manage                             →/manage/login    organization-select  –                    →/session/local
  /manage/org/select                  →/manage/login    organization-select  –                    →/session/local
  /manage/org/o1                      →/manage/         organization         –                    →/session/local
  /manage/profile/p1                  →/manage/         profile              –                    →/session/local
  /manage/machines                    →/manage/         →/manage/            machines             →/session/local
  /manage/machines/deployment/flex    →/manage/         →/manage/            machines             →/session/local
  /manage/users                       →/manage/         →/manage/            users                →/session/local
  /anything/else                      →/                –                    –                    →/session/local
`;

const ROWS = TABLE.trim()
  .split('\n')
  .slice(1)
  .map((line) => line.trim().split(/\s+/) as [string, string, string, string, string]);
const PEOPLE = [
  { authenticated: false, activeOrganization: false },
  { authenticated: true, activeOrganization: false },
  { authenticated: true, activeOrganization: true },
] as const;

function onWeb(path: string, person: (typeof PEOPLE)[number]): string {
  const decision = decide(path, { ...person, cloudVersion: true, lastRoute: null });
  return decision.kind === 'show' ? decision.screen : `→${decision.to}`;
}

describe('the routes of chapter 2', () => {
  it.each(ROWS)('%s', (path, stranger, signedIn, working, center) => {
    const before = (cell: string, other: string) => (cell === '–' ? other : cell);
    const expected = [stranger, before(signedIn, stranger), before(working, before(signedIn, stranger))];
    expect(PEOPLE.map((person) => onWeb(path, person))).toEqual(expected);
    expect(screenOf(path)?.name ?? `→${redirectOf(path, null)}`).toBe(center);
  });
});
