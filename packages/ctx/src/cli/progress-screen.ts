// The screen that progress is drawn on: stderr, without waiting for whoever reads it.

import { patientWriter } from './patient-writer.js';
import { type Screen, screenOn } from './screen.js';
import type { Streams } from './streams.js';

export function progressScreen({ err, errDescriptor, errTerminal }: Streams): {
  readonly screen: Screen;
  /** Before anything else is written to stderr. */
  finish(): void;
} {
  const writer = errDescriptor === undefined ? undefined : patientWriter(errDescriptor);
  return {
    screen: screenOn(writer?.write ?? err, errTerminal),
    finish: () => writer?.finish(),
  };
}
