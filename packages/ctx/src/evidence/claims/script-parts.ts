// A shell script by its simple commands, as far as claims go.

export interface ScriptPart {
  /** Without what only says how it is started: variables, `sudo`, `npx`, `uv run`. */
  readonly text: string;
  /** What joins it to the next one. */
  readonly joint: string;
}

const longestScript = 1 << 14;

/** What stands in quotes is left out, except what a shell is given as a whole. */
export function partsOf(script: string): ScriptPart[] {
  const whole = script.slice(0, longestScript).trim();
  const inner = /^(?:\S*\/)?(?:ba|z|da)?sh(?: -\w+)* (['"])([\s\S]*)\1$/.exec(whole)?.[2] ?? whole;
  const bare = inner
    .replace(/\\\n/g, ' ')
    .replace(/'[^']*'|"(?:[^"\\]|\\[\s\S])*"/g, '')
    .replace(/(^|\s)#.*/g, '$1');
  const pieces = bare.replace(/\d?>&\d|&>>?/g, ' ').split(/(&&|\|\||\|&|[;|&\n])/);
  const parts: ScriptPart[] = [];
  for (let i = 0; i < pieces.length; i += 2) {
    const text = (pieces[i] ?? '').trim();
    if (text !== '') parts.push({ text: started(text), joint: pieces[i + 1]?.replace('|&', '|') ?? '' });
  }
  return parts;
}

const assignments = /^(?:\w+=\S*\s+)+/;
const wrappers = /^(?:sudo|time|env|nice|exec|command|xvfb-run|timeout \S+)\s+/;
const launchers =
  /^(?:npx|bunx|bun x|pnpm exec|pnpm dlx|yarn exec|yarn dlx|npm exec(?: --)?|uv run|poetry run|pipenv run|pdm run|hatch run|rye run|bundle exec|python[\d.]* -m|py -m|coverage run -m|\S*node_modules\/\.bin\/|\S*vendor\/bin\/|\S*venv\/bin\/)\s*(?:-y\s+|--yes\s+|--no-install\s+|--\s+)*/;

function started(text: string): string {
  let left = text;
  for (;;) {
    const shorter = left.replace(assignments, '').replace(wrappers, '').replace(launchers, '');
    if (shorter === left || shorter === '') return left;
    left = shorter;
  }
}
