// What the replayed model says.

export const replies = [
  { say: 'Looking.', call: [{ tool: 'bash', input: { command: 'echo found' } }] },
  { say: 'Cleaning.', call: [{ tool: 'bash', input: { command: 'rm -f left' } }] },
  { say: 'Done.' },
];
