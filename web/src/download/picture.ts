/** Boards as pictures, drawn as they are on the page. */
import { mount, unmount } from 'svelte';
import type { Geometry, Side, View } from '../api/types';
import Board from '../board/Board.svelte';
import { encodeGif, type Frame } from './gif';

/** The width of pictures made of pixels. */
const PNG_WIDTH = 1024;
const GIF_WIDTH = 480;
/** How long a position of a game is shown, and the last one, in hundredths of a second. */
const DELAY = 90;
const LAST_DELAY = 300;

/** What a page's styles say about a drawing. */
const PROPERTIES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-dasharray',
  'opacity',
  'display',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
];

/** A board that is on the page for a moment, without being seen. */
async function withBoard<T>(
  geometry: Geometry,
  view: View,
  bottom: Side,
  use: (svg: SVGSVGElement) => T,
): Promise<T> {
  const target = document.createElement('div');
  target.hidden = true;
  document.body.append(target);
  const board = mount(Board, { target, props: { geometry, view, bottom, picture: true } });
  try {
    // Computed styles need a drawing that is displayed.
    target.hidden = false;
    target.className = 'visually-hidden';
    const svg = target.querySelector<SVGSVGElement>('svg[role="img"]');
    if (!svg) throw new Error('the board has no drawing');
    return use(svg);
  } finally {
    await unmount(board);
    target.remove();
  }
}

/** A drawing as a file of its own, with the styles that it has on the page. */
function standalone(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = svg.querySelectorAll<SVGElement>('*');
  for (const [i, element] of [...copy.querySelectorAll<SVGElement>('*')].entries()) {
    const original = originals[i];
    if (!original || element.closest('defs, marker') === element) continue;
    const style = getComputedStyle(original);
    for (const property of PROPERTIES) {
      const value = style.getPropertyValue(property);
      if (value !== '') element.setAttribute(property, value);
    }
    for (const name of ['class', 'style']) element.removeAttribute(name);
  }
  const { width, height } = svg.viewBox.baseVal;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  for (const name of ['class', 'aria-label', 'role']) copy.removeAttribute(name);
  return new XMLSerializer().serializeToString(copy);
}

export function svgOf(geometry: Geometry, view: View, bottom: Side): Promise<string> {
  return withBoard(geometry, view, bottom, standalone);
}

/** Draws a picture on a canvas of the given width. */
async function drawn(svg: string, width: number): Promise<HTMLCanvasElement> {
  const image = new Image();
  // The content security policy allows data, not blobs.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.round((width * image.naturalHeight) / image.naturalWidth);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

export async function pngOf(geometry: Geometry, view: View, bottom: Side): Promise<Blob> {
  const canvas = await drawn(await svgOf(geometry, view, bottom), PNG_WIDTH);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

/** All positions of a game, one after the other. */
export async function gifOf(geometry: Geometry, views: View[], bottom: Side): Promise<Blob> {
  const frames: Frame[] = [];
  let size = { width: 0, height: 0 };
  for (const [i, view] of views.entries()) {
    // One at a time: a long game would need all the memory that a phone has.
    // oxlint-disable-next-line no-await-in-loop
    const canvas = await drawn(await svgOf(geometry, view, bottom), GIF_WIDTH);
    const { width, height } = canvas;
    size = { width, height };
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, height).data;
    const delay = i === views.length - 1 ? LAST_DELAY : DELAY;
    if (pixels) frames.push({ pixels: pixels as Uint8ClampedArray, delay });
  }
  const file = encodeGif(size.width, size.height, frames);
  return new Blob([file as Uint8Array<ArrayBuffer>], { type: 'image/gif' });
}

/** Saves a file. */
export function save(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
