/**
 * Paints the home screen's landscapes, one per scene, into public/backgrounds. They are our own work, made from
 * noise and colour alone. Run: node packages/client/scripts/backgrounds.ts [name...]
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { canvas, png } from './backgrounds/canvas.ts';
import { toWebp } from './backgrounds/encode.ts';
import { paintRidge } from './backgrounds/land.ts';
import { paintThing } from './backgrounds/objects.ts';
import type { Scene } from './backgrounds/scene.ts';
import { day } from './backgrounds/scenes/day.ts';
import { evening } from './backgrounds/scenes/evening.ts';
import { morning } from './backgrounds/scenes/morning.ts';
import { night } from './backgrounds/scenes/night.ts';
import { paintSky } from './backgrounds/sky.ts';
import { paintWater } from './backgrounds/water.ts';

const WIDTH = 1920;
const HEIGHT = 1080;
/** All of them together stay below a megabyte, each below what one loads unnoticed. */
const MAX_BYTES = 58 * 1024;

function paint(scene: Scene): Buffer {
  const picture = canvas(WIDTH, HEIGHT);
  paintSky(picture, scene.sky, scene.horizon);
  const shore = scene.water ? scene.horizon : 1;
  for (const ridge of scene.far) paintRidge(picture, ridge, shore);
  if (scene.water) paintWater(picture, scene.water, scene.horizon);
  for (const ridge of scene.near) paintRidge(picture, ridge, 1);
  for (const thing of scene.things) paintThing(picture, thing);
  return png(picture);
}

const folder = fileURLToPath(new URL('../public/backgrounds/', import.meta.url));
mkdirSync(folder, { recursive: true });
const wanted = process.argv.slice(2);
for (const scene of [...night, ...morning, ...day, ...evening]) {
  if (wanted.length > 0 && !wanted.includes(scene.name)) continue;
  const file = toWebp(paint(scene), MAX_BYTES);
  writeFileSync(`${folder}${scene.name}.webp`, file);
  console.log(`${scene.name}  ${Math.round(file.length / 1024)} kB`);
}
