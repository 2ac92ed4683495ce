import type { LiveViewFrame } from '@berth/contract/device/messages';
import type { MachineId, OrganizationId } from '@berth/contract/ids';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createLocalBus } from '../platform/bus.ts';
import { createLogger } from '../platform/logger.ts';
import { createLiveViews } from './live-views.ts';
import { FRAME_REQUESTED, FRAME_TAKEN } from './topics.ts';

const home = 'home' as OrganizationId;
const desk = { organizationId: home, machineId: 'desk' as MachineId };
const frame = { data: 'image' } as unknown as LiveViewFrame;

function start() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const bus = createLocalBus(createLogger('fatal'));
  const asked: unknown[] = [];
  bus.subscribe(FRAME_REQUESTED, (message) => void asked.push(message));
  const views = createLiveViews(bus, Date.now);
  onTestFinished(() => views.stop());
  const take = async (organizationId = home) => {
    bus.publish(FRAME_TAKEN, { ...desk, organizationId, frame });
    await vi.advanceTimersByTimeAsync(0);
  };
  return { views, asked, take };
}

it('asks a machine for an image at most every four seconds, and returns the last one', async () => {
  const { views, asked, take } = start();
  expect(views.latest(desk)).toBeUndefined();
  await take();
  expect(views.latest(desk)).toEqual({ ...frame, at: Date.now() });
  await vi.advanceTimersByTimeAsync(3_999);
  views.latest(desk);
  expect(asked).toEqual([desk]);
  await vi.advanceTimersByTimeAsync(1);
  views.latest(desk);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual([desk, desk]);
});

it('takes no image of another organization, nor shows it there', async () => {
  const { views, take } = start();
  views.latest(desk);
  await take('other' as OrganizationId);
  expect(views.latest(desk)).toBeUndefined();
  await take();
  expect(views.latest({ ...desk, organizationId: 'other' as OrganizationId })).toBeUndefined();
});

it('shows no image from before a minute without viewers, and takes none that nobody watches', async () => {
  const { views, take } = start();
  await take();
  expect(views.latest(desk)).toBeUndefined();
  await take();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(views.latest(desk)).toBeDefined();
  await vi.advanceTimersByTimeAsync(59_000);
  await take();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(views.latest(desk)).toBeUndefined();
});

it('takes no images after it has stopped', async () => {
  const { views, take } = start();
  views.latest(desk);
  views.stop();
  await take();
  expect(views.latest(desk)).toBeUndefined();
  expect(vi.getTimerCount()).toBe(0);
});

it('drops what nobody has watched for a minute', async () => {
  const { views, take } = start();
  views.latest(desk);
  await vi.advanceTimersByTimeAsync(180_000);
  await take();
  expect(views.latest(desk)).toBeUndefined();
});
