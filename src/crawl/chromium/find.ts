import { accessSync, constants, statSync } from 'node:fs';

/** Where systems put it. The browser itself goes before Debian's script that starts it: the script adds flags of its own. */
const usualPaths = [
  '/usr/lib/chromium/chromium',
  '/usr/lib/chromium-browser/chromium-browser',
  '/usr/lib64/chromium-browser/chromium-browser',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/opt/google/chrome/chrome',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
];

/** The path of a Chromium of this machine: the configured one and no other, if one is configured. Null where there is none. */
export function findChromium(configured?: string): string | null {
  const candidates = configured === undefined ? usualPaths : [configured];
  return candidates.find(isExecutable) ?? null;
}

/** Why this machine renders no pages, as far as it shows without a try; null if it may. */
export function whyNoChromium(configured?: string): string | null {
  if (findChromium(configured) === null)
    return configured === undefined
      ? 'there is none on this machine. Install it (Debian: apt install chromium), or name it in COPYDESK_CHROMIUM.'
      : `${configured} (COPYDESK_CHROMIUM) is no program that can be started.`;
  return process.getuid?.() === 0 ? 'its sandbox does not work for root. Run the desk as a user of its own.' : null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
