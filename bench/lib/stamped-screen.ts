/** Blocks of a timestamp image, each one bit of the milliseconds when a frame was drawn. */
const BITS = 16;
const BLOCK_PX = 64;

/**
 * For a page: shares a generated screen of 1920 by 1080 at 30 frames a second, with scrolling text and a timestamp in
 * its corner. `drawnScreen` creates one, which `getDisplayMedia` returns.
 */
export const STAMPED_SCREEN = `
  globalThis.drawnScreen = () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1920, height: 1080 });
    const context = canvas.getContext('2d', { alpha: false });
    const lines = Array.from({ length: 60 }, (_, line) => 'Line ' + line + ': the quick brown fox jumps over the lazy dog and comes back');
    const draw = () => {
      const now = Math.floor(performance.timeOrigin + performance.now());
      context.fillStyle = '#fff';
      context.fillRect(0, 0, 1920, 1080);
      context.fillStyle = '#222';
      context.font = '24px sans-serif';
      lines.forEach((line, index) => context.fillText(line, 40, ((index * 36 - now / 20) % 2160 + 2160) % 2160));
      for (let bit = 0; bit < ${BITS}; bit++) {
        context.fillStyle = (now >> bit) & 1 ? '#fff' : '#000';
        context.fillRect(bit * ${BLOCK_PX}, 0, ${BLOCK_PX}, ${BLOCK_PX});
      }
    };
    draw();
    const stream = canvas.captureStream(30);
    const [track] = stream.getVideoTracks();
    // As for captured screens: browsers lower the frame rate rather than the resolution.
    track.contentHint = 'detail';
    // A browser captures a screen only as often as the page asks: it draws that share of the 30 frames.
    let share = 1;
    const next = () => {
      share += Math.min(30, track.getConstraints().frameRate?.max ?? 30) / 30;
      if (share < 1) return;
      share -= 1;
      draw();
    };
    // Stopping a track fires no event on its page.
    const timer = setInterval(() => track.readyState === 'ended' ? clearInterval(timer) : next(), 1_000 / 30);
    return stream;
  };
  if (navigator.mediaDevices) navigator.mediaDevices.getDisplayMedia = async () => drawnScreen();`;

/**
 * For a page that shows such screens in video elements: counts the frames that each presents for this many
 * milliseconds, and reads the age of every tenth from its timestamp. Processes on one computer share a clock.
 */
export const WATCH_STAMPS = `async (overMs) => {
  const delays = [];
  const canvas = Object.assign(document.createElement('canvas'), { width: ${BITS}, height: 1 });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const ageOf = (video) => {
    const now = Math.floor(performance.timeOrigin + performance.now());
    const scale = video.videoWidth / 1920;
    const [width, height] = [${BITS * BLOCK_PX} * scale, ${BLOCK_PX} * scale];
    context.imageSmoothingEnabled = false;
    context.drawImage(video, 0, 0, width, height, 0, 0, ${BITS}, 1);
    const { data } = context.getImageData(0, 0, ${BITS}, 1);
    let stamp = 0;
    for (let bit = 0; bit < ${BITS}; bit++) if (data[bit * 4] > 127) stamp |= 1 << bit;
    return (now - stamp) & 0xffff;
  };
  const videos = [...document.querySelectorAll('video')];
  const counts = await Promise.all(videos.map((video) => new Promise((resolve) => {
    let count = 0;
    const ends = performance.now() + overMs;
    const timer = setTimeout(() => resolve(count), overMs + 1_000);
    const step = () => {
      if (performance.now() > ends) { clearTimeout(timer); return resolve(count); }
      count += 1;
      if (count % 10 === 0) delays.push(ageOf(video));
      video.requestVideoFrameCallback(step);
    };
    video.requestVideoFrameCallback(step);
  })));
  const sizes = videos.map(({ videoWidth, videoHeight }) => [videoWidth, videoHeight]);
  return { rates: counts.map((count) => count / (overMs / 1_000)), delays, sizes };
}`;
