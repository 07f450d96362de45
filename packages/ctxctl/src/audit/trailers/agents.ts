// Coding agents that name themselves in commits, by the address that each of them uses. Names alone prove nothing: people
// are called Claude. Agents that work elsewhere (bots of a forge) are left out: no session of theirs could be here.

const agents = [
  ['Claude Code', /^noreply@anthropic\.com$/],
  ['Codex', /^(?:noreply|codex)@openai\.com$/],
  ['Copilot', /^(?:copilot@github\.com|\d+\+copilot@users\.noreply\.github\.com)$/],
  ['Cursor', /^cursoragent@cursor\.com$/],
  ['Gemini CLI', /^gemini-cli(?:-agent)?@google\.com$/],
  ['Qwen Code', /^qwen-coder@alibabacloud\.com$/],
  ['opencode', /^noreply@opencode\.ai$/],
  ['aider', /^noreply@aider\.chat$/],
] as const;

export type AgentName = (typeof agents)[number][0];

/** `author`: a name and an address, as git writes it. */
export function agentIn(author: string, message: string): AgentName | undefined {
  const named = [author, ...coAuthors(message)].flatMap((who) => addressIn(who) ?? []);
  return agents.find(([, address]) => named.some((one) => address.test(one)))?.[0];
}

/** Wherever they stand: a squash leaves them in the middle. */
function coAuthors(message: string): string[] {
  return message.split('\n').filter((line) => /^co-authored-by:/i.test(line));
}

function addressIn(text: string): string | undefined {
  return /<([^<>\s]+)>\s*$/.exec(text)?.[1]?.toLowerCase();
}
