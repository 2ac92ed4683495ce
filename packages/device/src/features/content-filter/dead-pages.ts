/**
 * The part of an extension that loads a page again after its process has ended, by a crash or for want of memory. Chromium
 * shows a page with a button then, and nobody stands at a kiosk to press it. It tells extensions nothing of it either:
 * they can only look, and not more often than this.
 */
export const DEAD_PAGES = `
chrome.alarms.create('dead pages', { periodInMinutes: 0.5 });
chrome.alarms.onAlarm.addListener(async () => {
  for (const { id } of await chrome.tabs.query({ status: 'unloaded' })) chrome.tabs.reload(id).catch(() => {});
});
`;
