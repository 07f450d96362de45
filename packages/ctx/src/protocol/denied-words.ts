// How a denial is told to people. The records keep the policy's own words.

/** What the policy says of a call that no allow rule covers: `rule` then holds all those that there are. */
const uncovered = 'no allow rule covers it';

export interface ToldDenial {
  readonly rule: string;
  readonly reason: string;
}

/** Nobody is to read the rules that allow something as the ones that denied the call. */
export function isUncovered({ reason }: Pick<ToldDenial, 'reason'>): boolean {
  return reason.replace(/\.$/, '') === uncovered;
}

/** Behind `denied`: the rule that did it and why, or that none allows it and which there are. */
export function deniedBecause({ rule, reason }: ToldDenial): string {
  if (isUncovered({ reason })) return `: no allow rule covers it (there are ${rule === '' ? 'none' : rule})`;
  return `${reason.includes(rule) ? '' : ` by ${rule}`}: ${reason}`;
}
