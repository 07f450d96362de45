// A name that no other process chooses at the same time. It is no secret: node:crypto would cost every command 3 ms.

export function nonce(): string {
  const random = Math.floor(Math.random() * 2 ** 48);
  return `${random.toString(16).padStart(12, '0')}${process.pid.toString(16)}`;
}
