// The filters that a repository's own settings name, and the words that switch them off. Those of the user stay: who
// keeps large files elsewhere would see every one of them as changed.

interface Setting {
  readonly scope: string;
  readonly key: string;
  readonly value: string;
}

const filterKey = /^filter\.[\s\S]*\.(clean|smudge|process|required)$/;

interface Listing {
  readonly status: number;
  readonly stdout: Buffer;
}

/** From what `git config --list --show-scope -z` says. Nothing where that failed, or a name fits on no command line. */
export function foreignFilters({ status, stdout }: Listing): string[] | undefined {
  if (status !== 0) return undefined;
  const settings = settingsIn(stdout.toString('utf8')).filter(({ key }) => filterKey.test(key));
  const foreign = new Set(settings.filter(({ scope }) => !isUsers(scope)).map(({ key }) => key));
  const words: string[] = [];
  for (const name of new Set([...foreign].map((key) => key.slice(0, key.lastIndexOf('.'))))) {
    if (/[=\n]/.test(name)) return undefined;
    for (const part of ['clean', 'smudge', 'process', 'required']) {
      if (part !== 'required' && !foreign.has(`${name}.${part}`)) continue;
      const own = settings.findLast(({ scope, key }) => key === `${name}.${part}` && isUsers(scope));
      words.push('-c', `${name}.${part}=${own?.value ?? (part === 'required' ? 'false' : '')}`);
    }
  }
  return words;
}

function isUsers(scope: string): boolean {
  return scope === 'system' || scope === 'global';
}

function settingsIn(text: string): Setting[] {
  const fields = text.split('\0');
  const settings: Setting[] = [];
  for (let i = 0; i + 1 < fields.length; i += 2) {
    const [key = '', ...value] = (fields[i + 1] ?? '').split('\n');
    settings.push({ scope: fields[i] ?? '', key, value: value.join('\n') });
  }
  return settings;
}
