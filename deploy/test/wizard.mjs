// wizard.mjs: waits until the home screen's Chromium, whose debugging port is 9222, shows the setup wizard.
const WAIT_MS = Number(process.env.WIZARD_WAIT_MS ?? 120_000);
const LOOK_MS = Number(process.env.WIZARD_LOOK_MS ?? 500);
const ANSWER_MS = 30_000;
const WELCOME = /Welcome|Willkommen/;

async function pageText() {
  const pages = await fetch('http://127.0.0.1:9222/json').then((reply) => reply.json());
  const page = pages.find((/** @type {{ type: string }} */ { type }) => type === 'page');
  const socket = new WebSocket(page.webSocketDebuggerUrl);
  try {
    return await new Promise((resolve, reject) => {
      const params = { expression: 'location.href + " " + document.body.innerText' };
      socket.onopen = () => socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params }));
      socket.onmessage = ({ data }) => resolve(JSON.parse(data).result?.result.value ?? '');
      socket.onerror = reject;
      // A page that navigates meanwhile never replies.
      setTimeout(() => reject(new Error('the page does not answer')), ANSWER_MS);
    });
  } finally {
    socket.close();
  }
}

const until = Date.now() + WAIT_MS;
let seen = '';
while (Date.now() < until && !WELCOME.test(seen)) {
  const now = await pageText().catch((error) => `${error} ${error.cause ?? ''}`);
  if (now !== seen) console.log(now);
  seen = now;
  await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}
process.exit(WELCOME.test(seen) ? 0 : 1);
