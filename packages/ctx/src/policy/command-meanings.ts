// What a simple command runs in the end: `sudo env X=1 /bin/rm -r a` is also `rm -r a`, and `sh -c` runs another script.

import { type ShellScript, shellCommands } from './shell-commands.js';
import { hole } from './shell-words.js';

const keywords = new Set(['!', '{', 'if', 'then', 'elif', 'else', 'while', 'until', 'do', 'coproc']);
const wrappers = new Set(
  (
    'sudo doas env command builtin exec nohup nice ionice timeout time xargs setsid stdbuf unbuffer strace ltrace ' +
    'watch parallel chroot unshare nsenter busybox toybox flock ssh'
  ).split(' '),
);
const shells = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'ash', 'su', 'script', 'runuser']);
const execOfFind = new Set(['-exec', '-execdir', '-ok', '-okdir']);
const beyondReading = new Set(['case', 'function', 'select', 'alias']);
const assignment = /^\w+(\[[^\]]*\])?\+?=/;
const deepest = 8;
const mostWords = 64;

export interface Meanings {
  /** Every command that is run, as text, in each form that a rule may name it by. */
  readonly texts: readonly string[];
  readonly certain: boolean;
}

export function meaningsOf(script: ShellScript, depth = 0): Meanings {
  const texts: string[] = [];
  let certain = script.certain && depth <= deepest;
  const read = (inner: ShellScript) => {
    const meanings = depth < deepest ? meaningsOf(inner, depth + 1) : { texts: [], certain: false };
    texts.push(...meanings.texts);
    certain &&= meanings.certain;
  };
  for (const { words } of script.commands) {
    texts.push(words.join(' '));
    for (const start of commandStarts(words)) {
      const command = bare(words.slice(start));
      texts.push(command.join(' '));
      const scripts = innerScripts(command);
      if (scripts === undefined || beyondReading.has(command[0] ?? '')) certain = false;
      else for (const inner of scripts) read(shellCommands(inner));
    }
    if (words.length > mostWords && commandStarts(words).length > 1) certain = false;
  }
  return { texts, certain };
}

/** The places in a command where another command may begin. After a wrapper that is any word: its options vary. */
function commandStarts(words: readonly string[]): number[] {
  let first = 0;
  while (keywords.has(words[first] ?? '') || assignment.test(words[first] ?? '')) first++;
  const name = bare(words.slice(first, first + 1))[0] ?? '';
  const starts = [first];
  if (wrappers.has(name)) for (let i = first + 1; i < Math.min(words.length, mostWords); i++) starts.push(i);
  if (name === 'find') {
    for (const [index, word] of words.entries()) if (execOfFind.has(word)) starts.push(index + 1);
  }
  return starts;
}

/** The scripts that a command is given to run; nothing where they cannot be known. */
function innerScripts(command: readonly string[]): readonly string[] | undefined {
  const [name = '', ...rest] = command;
  if (name === 'eval') return known([rest.join(' ')]);
  if (name === 'trap') return known(rest.slice(0, 1));
  if (!shells.has(name)) return [];
  const flag = rest.findIndex((word) => /^-[A-Za-z]*c[A-Za-z]*$/.test(word));
  if (flag >= 0) return known(rest.slice(flag + 1, flag + 2));
  const readsItsInput = rest.every((word) => word.startsWith('-'));
  return readsItsInput ? undefined : [];
}

function known(scripts: readonly string[]): readonly string[] | undefined {
  return scripts.some((script) => script.includes(hole)) ? undefined : scripts;
}

/** By its name alone: `/bin/rm` is `rm`. */
function bare(words: readonly string[]): readonly string[] {
  const [name = '', ...rest] = words;
  return [name.slice(name.lastIndexOf('/') + 1), ...rest];
}
