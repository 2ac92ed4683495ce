// @vitest-environment happy-dom
import { act } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { showSession } from '../testing/session-page.tsx';
import { ConnectionPanel } from './connection-panel.tsx';
import { useHealthHistory } from './connections.ts';
import { Indicators } from './indicators.tsx';
import { StatusBar } from './status-bar.tsx';

const ONLINE = { network: 'ok', dns: 'ok', internet: 'ok', cloud: 'ok' } as const;
const PERSON = { name: 'Grace', provider: 'directory' } as const;

function Panel() {
  useHealthHistory();
  return <ConnectionPanel onClose={() => {}} />;
}

test('the panel names the first fault, since when, and what still works', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.setSystemTime(new Date(2026, 10, 23, 18, 30));
  const { page, state } = await showSession(<Panel />, { state: { online: ONLINE } });
  const said = () => page.querySelector('[role=status]')?.textContent;
  expect(said()).toContain('Everything works');
  vi.setSystemTime(new Date(2026, 10, 23, 18, 42));
  await act(async () => state.set({ online: { ...ONLINE, internet: 'error', cloud: 'error' } }));
  vi.setSystemTime(new Date(2026, 10, 23, 19, 10));
  await act(async () => state.set({ pings: [{ name: 'Printer', health: 'error' }] }));
  expect(said()).toBe(
    'No internet since 18:42The network works, but its line to the internet does not. Apps on this network still open.',
  );
  await act(async () => state.set({ online: ONLINE }));
  expect(said()).toMatch(/^Printer not responding since 19:10/);
  vi.setSystemTime(new Date(2026, 10, 24, 19, 30));
  await act(async () => state.set({ online: { ...ONLINE, dns: 'error' } }));
  await act(async () => state.set({ online: ONLINE }));
  expect(said()).toMatch(/^Printer not responding since 23\sNov\s2026, 19:10/);
});

test('the panel names a wrong clock if that explains why the cloud does not respond', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.setSystemTime(new Date(2019, 0, 3, 12, 4));
  const { page, state } = await showSession(<Panel />, {
    state: { online: { ...ONLINE, cloud: 'error', clock: 'error' } },
  });
  const said = () => page.querySelector('[role=status]')?.textContent;
  expect(said()).toMatch(/^The clock is wrongThis machine’s clock says .*2019, 12:04/);
  await act(async () => state.set({ online: { ...ONLINE, internet: 'error', clock: 'error' } }));
  expect(said()).toMatch(/^No internet/);
});

test('the panel links to the settings only for users who may open them', async () => {
  const { page, state } = await showSession(<Panel />, { state: { online: ONLINE } });
  expect(page.querySelector('button')).toBeNull();
  await act(async () => state.set({ login: { ...state.get().login, user: PERSON } as never }));
  expect(page.querySelector('button')?.textContent).toBe('Network settings');
});

test('a narrow Status Bar has one indicator for the first fault', async () => {
  const onToggle = vi.fn();
  const { page, state } = await showSession(<Indicators isOpen={false} onToggle={onToggle} />, {
    state: { online: ONLINE },
  });
  const all = () => [...page.querySelectorAll('button')].at(-1);
  expect(all()?.textContent).toBe('Connected');
  await act(async () => state.set({ online: { ...ONLINE, dns: 'unknown', internet: 'error' } }));
  expect(all()?.textContent).toBe('Internet down');
  await act(async () => all()?.click());
  expect(onToggle).toHaveBeenCalledOnce();
});

test('the Status Bar shows the machine’s name beside its ID, and the ID of a machine without a name once', async () => {
  const machine_id = `b98b98${'0'.repeat(26)}`;
  const { page, state } = await showSession(<StatusBar />);
  const part = () => page.querySelector('[data-tour=machine-id]')?.textContent;
  await act(async () => state.set({ config: { machine_id, machine_name: 'Reception 2' } as never }));
  expect(part()).toBe('Machine IDB98B98Reception 2');
  await act(async () => state.set({ config: { machine_id, machine_name: 'B98B98' } as never }));
  expect(part()).toBe('Machine IDB98B98');
});
