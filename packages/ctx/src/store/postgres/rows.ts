// What a row of the database holds, read by name: another type than expected is a programmer's mistake.

export type Row = Readonly<Record<string, unknown>>;

export function textOf(row: Row, name: string): string {
  const value = row[name];
  if (typeof value === 'string') return value;
  throw new TypeError(`${name} is no text`);
}

export function textOrNone(row: Row, name: string): string | undefined {
  return row[name] === null ? undefined : textOf(row, name);
}

/** The driver gives 64 bits as a text. */
export function numberOf(row: Row, name: string): number {
  const value = row[name];
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  if (typeof number === 'number' && !Number.isNaN(number)) return number;
  throw new TypeError(`${name} is no number`);
}

export function numberOrNone(row: Row, name: string): number | undefined {
  return row[name] === null ? undefined : numberOf(row, name);
}

export function truthOf(row: Row, name: string): boolean {
  const value = row[name];
  if (typeof value === 'boolean') return value;
  throw new TypeError(`${name} is neither true nor false`);
}

export function bytesOf(row: Row, name: string): Uint8Array {
  const value = row[name];
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`${name} has no bytes`);
}

export function textsOf(row: Row, name: string): string[] {
  const value = row[name];
  if (Array.isArray(value) && value.every((one): one is string => typeof one === 'string')) return value;
  throw new TypeError(`${name} is no list of texts`);
}
