// What to look for: the findings of a scan and the words of a task, each as a term of the index with its weight.

import { because } from '../scan/because.js';
import type { FoundTechnology } from '../scan/found-technology.js';
import type { Category } from '../scan/technology.js';
import { tagTerm } from './index/terms.js';
import { singular, tagOf, writtenWords } from './vocabulary.js';

export interface Interest {
  readonly term: string;
  readonly weight: number;
  /** The technology or the word itself. */
  readonly label: string;
  readonly from: 'repository' | 'task';
  /** Of a technology that the repository has. */
  readonly category?: Category;
  /** The reason in words, to be put behind “because”; made when somebody reads it. */
  because(): string;
}

/** How much a finding of each category says about what helps. */
const categoryWeights: Readonly<Record<Category, number>> = {
  framework: 1,
  data_store: 0.9,
  service: 0.9,
  infrastructure: 0.75,
  ai_tooling: 0.8,
  testing: 0.7,
  language: 0.45,
  docs: 0.8,
  project_type: 0.3,
  build_system: 0.3,
};

/** Nearly every project of its kind has it, so it says little. */
const common: ReadonlySet<string> = new Set(['node.js', 'github', 'html', 'css']);

/** With a task at hand, the repository is the background. */
const backgroundShare = 0.3;

export function interestsOf(findings: readonly FoundTechnology[], task: string): Interest[] {
  const words = taskInterests(task);
  const named = new Set(words.map(({ label }) => label));
  const background = words.length === 0 ? 1 : backgroundShare;
  const seen = findings.map((finding): Interest => {
    const share = named.has(finding.name) ? 1 : background;
    return {
      term: tagTerm(finding.name),
      weight:
        categoryWeights[finding.category] * finding.confidence * share * (common.has(finding.name) ? 0.4 : 1),
      label: finding.name,
      from: 'repository',
      category: finding.category,
      because: () => because(finding),
    };
  });
  return [...words, ...seen];
}

/** What is said of every task: it tells nothing of what helps. */
const asking: ReadonlySet<string> = new Set(
  'add change create give help implement introduce make need please provide put set should support update want'.split(
    ' ',
  ),
);

function taskInterests(task: string): Interest[] {
  const found = new Map<string, Interest>();
  for (const written of writtenWords(task.slice(0, 20_000))) {
    if (found.size >= 200) break;
    const says = () => `the task says “${written}”`;
    const add = (term: string, label: string, weight: number) => {
      if (!found.has(term)) found.set(term, { term, weight, label, from: 'task', because: says });
    };
    if (asking.has(written)) continue;
    const word = singular(written);
    const tag = tagOf(word);
    add(tagTerm(tag), tag, 1.2);
    if (written !== word) add(tagTerm(written), written, 1.2);
    add(word, word, 0.6);
  }
  return [...found.values()];
}
