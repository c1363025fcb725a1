// Renders public/icon.svg as the bitmap icons public/icon-*.png.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { launch } from './browser.mjs';

const file = (/** @type {string} */ name) =>
  fileURLToPath(new URL(`../public/${name}`, import.meta.url));
const svg = readFileSync(file('icon.svg'), 'utf8');
const browser = await launch();
for (const size of [192, 512]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(
    `<style>*{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`,
  );
  await page.screenshot({ path: file(`icon-${size}.png`), omitBackground: true });
  await page.close();
}
await browser.close();
