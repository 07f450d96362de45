// The screen that progress is drawn on: stderr, without waiting for whoever reads it.

import { patientWriter } from './patient-writer.js';
import { type Screen, screenOn } from './screen.js';
import type { Streams } from './streams.js';

export function progressScreen({ err, slowReaders, errTerminal }: Streams): Screen {
  return screenOn(slowReaders?.progress(patientWriter) ?? err, errTerminal);
}
