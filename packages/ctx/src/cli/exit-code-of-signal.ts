/** Of a program that speaks a protocol and was told to end. A reader that is gone is no failure. */
export function exitCodeOfSignal({ reason }: AbortSignal): number {
  if (reason === 'SIGPIPE') return 0;
  return reason === 'SIGINT' ? 130 : 143;
}
