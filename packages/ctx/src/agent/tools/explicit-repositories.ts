// git takes any folder with HEAD, config, objects and refs in it for a repository, and that config may name programs. Whoever may
// write files could so make an allowed `git status` run them: what an agent starts gets git's own setting against that.

/** The environment with the setting, after those that a person gave git this way. */
export function explicitRepositories(env: Readonly<Record<string, string>>): Record<string, string> {
  const given = Number(env['GIT_CONFIG_COUNT'] ?? 0);
  const pairs: [key: string, value: string][] = [];
  for (let at = 0; at < Math.min(given, mostGiven); at++) {
    const [key, value] = [env[`GIT_CONFIG_KEY_${at}`], env[`GIT_CONFIG_VALUE_${at}`]];
    // Of one whose name was taken for a credential's, the value is one, and half of it would keep git from running at all.
    if (key !== undefined && value !== undefined) pairs.push([key, value]);
  }
  pairs.push(['safe.bareRepository', 'explicit']);
  const settings = pairs.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  const others = Object.entries(env).filter(([name]) => !/^GIT_CONFIG_(KEY|VALUE)_\d+$/.test(name));
  return { ...Object.fromEntries([...others, ...settings]), GIT_CONFIG_COUNT: String(pairs.length) };
}

/** Nobody gives git more settings than this in its environment. */
const mostGiven = 1000;
