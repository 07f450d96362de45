// Whoever waits for somebody at the other end of a pipe cannot answer a signal, so the system does.

export function whileSignalsEndUs(work: () => void): void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const;
  const kept = signals.map((signal) => [signal, process.listeners(signal)] as const);
  for (const signal of signals) process.removeAllListeners(signal);
  try {
    work();
  } finally {
    for (const [signal, listeners] of kept) for (const listener of listeners) process.on(signal, listener);
  }
}
