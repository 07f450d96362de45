// SVG into PNG, with a renderer and a font that ship with us: no font of the machine is ever looked at.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from '../../protocol/codes.js';

export type Draw = (svg: string) => Buffer;

const fonts = ['IBMPlexSans-Regular.ttf', 'IBMPlexSans-SemiBold.ttf'];

/** `folder` is where the files that ship beside the code are. */
export async function drawingWith(folder: string): Promise<Draw> {
  const { initWasm, Resvg } = await import('@resvg/resvg-wasm');
  const fontBuffers = fonts.map((name) => shipped(folder, name));
  try {
    await initWasm(shipped(folder, 'resvg.wasm'));
  } catch (error) {
    // The renderer can be started once a process, and stays.
    if (!(error instanceof Error && error.message.startsWith('Already initialized'))) throw error;
  }
  return (svg) => {
    const drawing = new Resvg(svg, { font: { fontBuffers, defaultFontFamily: 'IBM Plex Sans' } });
    try {
      const image = drawing.render();
      const png = Buffer.from(image.asPng());
      image.free();
      return png;
    } finally {
      drawing.free();
    }
  };
}

function shipped(folder: string, name: string): Buffer {
  try {
    return readFileSync(join(folder, 'drawing', name));
  } catch (cause) {
    throw fail('package_incomplete', { operation: 'read', target: `drawing/${name}`, cause });
  }
}
