// What a session is called where many are listed: the beginning of its first prompt.

const longest = 72;

export function sessionTitle(prompt: string): string {
  const line = prompt.trim().split('\n', 1)[0] ?? '';
  const letters = [...line.slice(0, 4 * longest)];
  // Joined anew: a piece of the prompt would keep all of it in memory.
  return letters.length <= longest ? letters.join('') : `${letters.slice(0, longest - 1).join('')}…`;
}
