// Launches Chromium for tests and screenshots: the one named by CHROMIUM, or the system's.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export async function launch() {
  const executablePath = process.env['CHROMIUM'] ?? PATHS.find((path) => existsSync(path));
  if (!executablePath)
    throw new Error(`no Chromium found in ${PATHS.join(', ')}; set CHROMIUM to its path`);
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
}
