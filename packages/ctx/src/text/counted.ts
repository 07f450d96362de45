// Numbers in sentences, the same text on every machine, whatever its locale.

/** `1 turn`, `2 turns`. */
export function counted(count: number, one: string, many?: string): string {
  return `${count} ${noun(count, one, many)}`;
}

export function noun(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}

/** `12,345`. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
