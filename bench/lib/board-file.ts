import { createHash, randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const SPACING_PX = 48;
const KINDS = ['rectangle', 'ellipse', 'diamond', 'freedraw'] as const;

/**
 * Writes a whiteboard with this many elements in the agent's format and a current timestamp: the machine opens the
 * newest one.
 */
export async function writeBoard(dataFolder: string, name: string, count: number): Promise<void> {
  const id = randomUUID();
  const appState = { viewBackgroundColor: '#ffffff' };
  const content = JSON.stringify({ type: 'excalidraw', version: 2, elements: elements(count), appState, files: {} });
  const body = JSON.stringify({ id, name, content, changedAt: new Date().toISOString() });
  await mkdir(join(dataFolder, 'boards'), { recursive: true, mode: 0o700 });
  const digest = createHash('sha256').update(body).digest('hex');
  await writeFile(join(dataFolder, 'boards', `${id}.board`), `${digest}\n${body}\n`);
}

/** Shapes and strokes, evenly distributed in a square. */
function elements(count: number): object[] {
  const columns = Math.ceil(Math.sqrt(count));
  return Array.from({ length: count }, (_, index) => {
    const type = KINDS[index % KINDS.length];
    const stroke = { points: strokeOf(index), pressures: [], simulatePressure: true, lastCommittedPoint: null };
    return {
      id: `e${index}`,
      type,
      x: (index % columns) * SPACING_PX,
      y: Math.floor(index / columns) * SPACING_PX,
      width: 36,
      height: 30,
      angle: 0,
      strokeColor: '#1e1e1e',
      backgroundColor: 'transparent',
      fillStyle: 'solid',
      strokeWidth: 2,
      strokeStyle: 'solid',
      roughness: 1,
      opacity: 100,
      groupIds: [],
      frameId: null,
      roundness: null,
      seed: index + 1,
      version: 2,
      versionNonce: index + 1,
      isDeleted: false,
      boundElements: null,
      updated: 1,
      link: null,
      locked: false,
      ...(type === 'freedraw' ? stroke : {}),
    };
  });
}

function strokeOf(index: number): [number, number][] {
  return Array.from({ length: 20 }, (_, at) => [at * 1.8, 15 + 15 * Math.sin(at / 3 + index)]);
}
