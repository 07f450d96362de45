/** A warning: something that the model should have been told, and why it was not. */
export function untold(source: string, why: string): string {
  return `the model did not get ${source}: ${why}`;
}
