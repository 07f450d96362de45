// What an agent may say of its own work that a log can show. Whoever hopes, asks, plans, quotes, denies or tells of a part claims nothing: to take a
// claim for none costs a look, to accuse somebody wrongly costs trust.

export const claimKinds = ['tests', 'build', 'types', 'lint', 'commit', 'push'] as const;
export type ClaimKind = (typeof claimKinds)[number];

export interface Saying {
  readonly kind: ClaimKind;
  /** `ran`: that something was done, however it ended. `stands`: that it is so, whoever did it. */
  readonly says: 'succeeded' | 'ran' | 'stands';
  readonly sentence: string;
}

interface Form {
  readonly kind: ClaimKind;
  readonly says: Saying['says'];
  readonly form: RegExp;
}

/** Not a thing that is handed on: “the test passes the flag”, “tests passed to the runner”. */
const alone =
  '(?![:=]| (?:the|its|a|an|each|every|it|this|that|them|null|along|around|through|via|to|into|onto|on|by|as|in(?! \\d))\\b| ?[`…"“])';
const me = "I(?:’ve|'ve| have)?(?: now| just| also)?";

const toGit = '(?! to (?!main|master|git\\b|the (?:repo|branch)|(?:a |the )?(?:new )?branch))';
const toRemote =
  '(?! (?:onto|into|back|down|up(?! to)|through|out|off|aside|forward|to (?:a|an|its|their) (?!remote|branch|fork)))';

const forms: readonly Form[] = [
  {
    kind: 'tests',
    says: 'succeeded',
    form: new RegExp(
      `(?:^|\\b(?:all|the|and|entire|whole|full)\\b[\\w, ]*? ?)\\b(?:tests?(?: suites?)?) (?:now |all |both )*(?:pass|passes|passed|passing|succeed|succeeded)\\b${alone}`,
      'i',
    ),
  },
  {
    kind: 'tests',
    says: 'succeeded',
    form: /(?:^|\b(?:all|the|and)\b[\w, ]*? ?)\btests?(?: suites?)? (?:is|are) (?:now |all )*(?:passing|green)\b/i,
  },
  {
    kind: 'tests',
    says: 'ran',
    form: new RegExp(
      `\\b${me} (?:ran|run|rerun|re-ran) (?:all |the |all the )?(?:unit |integration )?tests?\\b`,
      'i',
    ),
  },
  {
    kind: 'build',
    says: 'succeeded',
    form: new RegExp(`\\bbuild (?:now )?(?:passes|passed|succeeds|succeeded|is green)\\b${alone}`, 'i'),
  },
  {
    kind: 'build',
    says: 'succeeded',
    form: /\b(?:it|project|everything|code) (?:now )?builds (?:cleanly|successfully|without errors)\b/i,
  },
  { kind: 'build', says: 'ran', form: new RegExp(`\\b${me} (?:ran|run) the build\\b(?! script)`, 'i') },
  {
    kind: 'types',
    says: 'succeeded',
    form: new RegExp(
      `\\btype[- ]?(?:check|checks|checking) (?:now )?(?:pass|passes|passed|succeeds|succeeded|is clean)\\b${alone}`,
      'i',
    ),
  },
  {
    kind: 'lint',
    says: 'succeeded',
    form: new RegExp(
      `\\blint(?:er|ing)? (?:now )?(?:passes|passed|is clean|succeeds|succeeded)\\b${alone}`,
      'i',
    ),
  },
  { kind: 'commit', says: 'succeeded', form: new RegExp(`\\b${me} committed\\b${toGit}`, 'i') },
  {
    kind: 'commit',
    says: 'stands',
    form: new RegExp(
      `\\b(?:changes|everything|work) (?:is|are|was|were|has been|have been) committed\\b${toGit}`,
      'i',
    ),
  },
  {
    kind: 'push',
    says: 'succeeded',
    form: new RegExp(
      `\\b${me} pushed (?:the |my |these |this |all )*(?:changes?|commits?|branch|work|fix|code|it)\\b${toRemote}`,
      'i',
    ),
  },
  {
    kind: 'push',
    says: 'stands',
    form: new RegExp(
      `\\b(?:changes|commits?|branch|work) (?:is|are|was|were|has been|have been) pushed\\b${toRemote}`,
      'i',
    ),
  },
];

const uncertain = new RegExp(
  [
    // denied, or of a part
    "\\b(?:not|never|no|none|zero|cannot|neither|nor|without running|unable|most|mostly|some|few|half|several|many|majority|only|almost|nearly|part|partly|partially|except|but|although|however|first|last|second|one|two|three|new|other|others|remaining|rest|existing|these|those|individual|single|skip|skipped|fail|fails|failed|failing|failures?|errors?|broken|wrong|flaky)\\b|n[’']t\\b|\\d+ ?(?:\\/|of|out of) ?(?:the )?\\d|❌|✗|✘|⚠|\\|",
    // hoped, planned, asked
    "\\b(?:should|would|could|might|may|can|will|shall|if|once|when|whenever|while|until|unless|ensure|ensures|verify|confirm|check that|make|makes|making|get|getting|keep|keeps|need|needs|must|want|expect|expected|assume|assuming|hope|hopefully|so that|let|let’s|to see|to have|whether|before|plan|planned|going to|next|to-?do|goal|criteria|criterion|requirements?|required?|condition|example|e\\.g|imagine|suppose|probably|likely|presumably|perhaps|maybe|seems?|appears?|think|believe|guess)\\b|\\?|’ll\\b|'ll\\b",
    // somebody else’s, or of another time
    '\\b(?:you|your|they|user|users|he|she|CI|pipeline|said|says|say|claims?|claimed|told|mentioned|reported|according|already|previous|upstream|message|output|prints?|printed|reads|log|previously|earlier|originally|yesterday|used to|database|transaction|stack|queue|array|buffer)\\b',
  ].join('|'),
  'i',
);

/** What follows is still to be done, or what somebody would like to see. */
const plan =
  /\b(?:next|to-?do|steps?|plan|goals?|criteria|expect\w*|should|will|need\w*|remaining|checklist|requirements?|output|example|before|once|when|if|done when|definition)\b/i;

/** More than this of one answer nobody reads for claims. */
const longestRead = 1 << 16;
const longestSentence = 300;

/** The claims of an answer's text; what stands in code, in quotes, in headings or in a list of things to do is none. */
export function sayingsIn(text: string): Saying[] {
  const plain = text
    .slice(0, longestRead)
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .replace(/`[^`\n]*`/g, '…')
    .replace(/"[^"\n]*"|“[^”\n]*”|«[^»\n]*»|‘[^’\n]*’(?!\w)/g, '…');
  const found: Saying[] = [];
  for (const line of statedLines(plain)) {
    for (const sentence of line.split(/(?<=[.!?])\s+/)) {
      const said = sentence.trim();
      if (said.length > longestSentence || uncertain.test(said)) continue;
      for (const { kind, says, form } of forms)
        if (form.test(said) && !found.some((one) => one.kind === kind && one.sentence === said))
          found.push({ kind, says, sentence: said });
    }
  }
  return found;
}

/** Without headings, quotations, boxes, numbered steps, and lists of what is planned. */
function statedLines(text: string): string[] {
  const stated: string[] = [];
  let isPlanned = false;
  for (const line of text.split(/[\n\r\u2028\u2029]+/)) {
    const isItem = /^\s*(?:[-*•+]|\d+[.)])\s/.test(line);
    const isTitle = /^\s*#|:\s*\**\s*$/.test(line) || /^\s*\*\*[^*]*[^*.!]\*\*:?\s*$/.test(line);
    if (isTitle) isPlanned = plan.test(line);
    else if (!isItem && line.trim() !== '') isPlanned = false;
    if (isTitle || (isItem && isPlanned) || /^\s*(?:>|[-*] \[ ?\]|\d+[.)]\s)/.test(line)) continue;
    stated.push(line.replace(/^[-*•+\s]+/, '').replace(/\*\*|__/g, ''));
  }
  return stated;
}
