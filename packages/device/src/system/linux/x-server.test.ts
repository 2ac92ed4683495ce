import { expect, test } from 'vitest';
import { readMonitors } from './x-server.ts';

test('lists monitors left to right', () => {
  const output = `Monitors: 2
 0: +*DP-1 2560/597x1440/336+1920+0  DP-1
 1: +HDMI-1 1920/509x1080/286+0+120  HDMI-1
`;
  expect(readMonitors(output)).toEqual([
    { x: 0, y: 120, width: 1920, height: 1080 },
    { x: 1920, y: 0, width: 2560, height: 1440 },
  ]);
});

test.each(['', 'Monitors: 0\n', "Can't open display :99\n"])('%j names no monitor', (output) => {
  expect(readMonitors(output)).toEqual([]);
});
