// Words for what a person has to trust first.

import type { Codes } from '../../protocol/codes.js';
import type { WordsFor } from '../wording.js';

export const trustWords = {
  trust_missing: ({ target, standing, answer, flag }, program) => ({
    message:
      standing === 'changed'
        ? `${target} changed since you trusted it.`
        : `${target} runs or says something in your name, but you have not trusted it here.`,
    hint:
      answer === 'agent'
        ? `An agent cannot trust a project on your behalf. Run \`${program} trust\` in a terminal of your own.`
        : answer === 'no'
          ? `Nothing ran. \`${program} trust\` shows it again.`
          : `Run \`${program} trust\` in a terminal to see it and decide, or pass \`${flag}\`, as in CI. Nothing ran.`,
  }),
  trust_unavailable: ({ target, reason }) => ({
    message:
      target === 'HOME'
        ? `Your trust settings lie below HOME, and ${reason}.`
        : `Your trust settings (${target}) cannot be read: ${reason}.`,
    hint: `Without them, nothing in a project is trusted. ${target === 'HOME' ? 'Set HOME to your home folder' : 'Fix the file'}, or pass \`--trust\` for this call.`,
  }),
  trust_unknown: ({ target, nearest, known }, program) => ({
    message: `Nothing named ${target} is trusted in this project.`,
    hint:
      nearest === undefined
        ? known.length === 0
          ? 'Nothing is trusted here.'
          : `\`${program} trust list\` shows what is.`
        : `Did you mean ${nearest}?`,
  }),
} satisfies Partial<WordsFor<Codes>>;
