// What of the installed a session used, told from its tool calls and prompts. Every agent calls these things by its own names;
// a doubt counts as a use, because nobody should be told to remove what they need.

import { isMembers } from '../../protocol/members.js';
import type { Kind } from '../kinds.js';

/** What is looked for, and under which name. */
export interface Sought {
  readonly kind: Kind;
  readonly name: string;
}

/** One thing that an agent did or was told. */
export type Deed = { readonly tool: string; readonly input: unknown } | { readonly prompt: string };

export function isUse({ kind, name }: Sought, deed: Deed): boolean {
  if ('prompt' in deed) return isNamedIn(deed.prompt, kind, name);
  switch (kind) {
    case 'mcp':
      return isToolOf(deed.tool, name);
    case 'skill':
      return /skill/i.test(deed.tool)
        ? someText(deed.input, (text) => isName(text, name) || isBelow(text, name))
        : someText(deed.input, (text) => isBelow(text, name));
    case 'agent':
      return isName(deed.tool, name) || someText(deed.input, (text) => isName(text, name));
    case 'harness':
      return false;
  }
}

/** `mcp__server__tool`, `mcp_server_tool`, `server__tool`, `server_tool`, `server-tool`. */
function isToolOf(tool: string, server: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '_');
  const called = plain(tool).replace(/^mcp_/, '');
  return called.startsWith(`${plain(server)}_`);
}

/** `/pdf`, `$pdf`, `@pdf`, `@agent-pdf`: what a person types to have it used. */
function isNamedIn(prompt: string, kind: Kind, name: string): boolean {
  if (kind === 'mcp' || kind === 'harness') return false;
  return prompt.split(/[\s"'`,;:!?()]+/).some((word) => {
    return (
      /^[/$@]/.test(word) &&
      isName(
        word
          .slice(1)
          .replace(/^agent-/, '')
          .replace(/\.+$/, ''),
        name,
      )
    );
  });
}

/** Also with the plugin in front that it comes in: `office:pdf`. */
function isName(text: string, name: string): boolean {
  const given = text.trim().toLowerCase();
  const wanted = name.toLowerCase();
  return given === wanted || given.endsWith(`:${wanted}`);
}

/** A path, or a command with one, into the skill's folder. */
function isBelow(text: string, name: string): boolean {
  return text.includes(`skills/${name}/`) || text.endsWith(`skills/${name}`);
}

const deepest = 12;

function someText(value: unknown, is: (text: string) => boolean, depth = 0): boolean {
  if (typeof value === 'string') return is(value);
  if (depth > deepest) return false;
  if (Array.isArray(value)) return value.some((item) => someText(item, is, depth + 1));
  return isMembers(value) && Object.values(value).some((item) => someText(item, is, depth + 1));
}
