import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Encodes a PNG as the best WebP of at most `maxBytes`, by Chromium's own encoder. */
export function toWebp(png: Buffer, maxBytes: number): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'backgrounds-'));
  try {
    const page = join(folder, 'page.html');
    writeFileSync(page, encoder(png, maxBytes));
    const shown = execFileSync(
      process.env.CHROMIUM ?? 'chromium',
      [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        `--user-data-dir=${folder}/profile`,
        '--virtual-time-budget=30000',
        '--dump-dom',
        pathToFileURL(page).href,
      ],
      { maxBuffer: 64 * 1024 * 1024, stdio: ['ignore', 'pipe', 'ignore'] },
    ).toString('utf8');
    const [, data] = /data:image\/webp;base64,([A-Za-z0-9+/=]+)/.exec(shown) ?? [];
    if (!data) throw new Error('Chromium did not encode the picture');
    return Buffer.from(data, 'base64');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function encoder(png: Buffer, maxBytes: number): string {
  return `<!doctype html><pre id="out"></pre><script>
// Before the page's own load event, which ends the wait for it.
function encode(input) {
  const canvas = document.createElement('canvas');
  canvas.width = input.naturalWidth;
  canvas.height = input.naturalHeight;
  canvas.getContext('2d').drawImage(input, 0, 0);
  input.remove();
  let low = 0.2, high = 0.95, best = canvas.toDataURL('image/webp', low);
  for (let round = 0; round < 7; round++) {
    const quality = (low + high) / 2;
    const data = canvas.toDataURL('image/webp', quality);
    if (data.length * 0.75 <= ${maxBytes}) { best = data; low = quality; } else { high = quality; }
  }
  document.getElementById('out').textContent = best;
}
</script>
<img onload="encode(this)" src="data:image/png;base64,${png.toString('base64')}">`;
}
