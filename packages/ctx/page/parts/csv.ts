// Rows as CSV (RFC 4180). A cell that a spreadsheet would take for a formula begins with an apostrophe.

export function csvOf(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const tame = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(tame) ? `"${tame.replaceAll('"', '""')}"` : tame;
}
