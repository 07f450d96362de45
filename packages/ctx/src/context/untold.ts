/** A warning: something that the model should have been told, and why it was not. */
export function untold(source: string, why: string): string {
  return `the model was not told of ${source}: ${why}`;
}
