// What a credential variable is: the one definition, for what a log must not hold and for what a tool must not be given.

const credentialWord =
  /^(?:KEYS?|PAT|PWD|PASS|\w*(?:PASSWORDS?|PASSWD|PASSPHRASE|SECRETS?|TOKENS?|APIKEYS?|CREDENTIALS?))$/;
/** Words that make a name one of a place: `TOKEN_FILE` says where a token is, not what it is. */
const placeWords = new Set(['PATH', 'FILE', 'DIR', 'SOCK', 'SOCKET']);

/**
 * By the words of its name. Errs on the safe side: a program that needs one of these has no business under an agent
 * without being told so.
 */
export function namesCredential(name: string): boolean {
  if (name === 'PWD') return false;
  const words = wordsOf(name);
  if (words.includes('PUBLIC')) return false;
  return (
    name === 'SSH_AUTH_SOCK' || words.at(-1) === 'AUTH' || words.some((word) => credentialWord.test(word))
  );
}

/** Whether its value is where something is: a tool does without it all the same, but a log may name the place. */
export function namesPlace(name: string): boolean {
  return wordsOf(name).some((word) => placeWords.has(word));
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .split(/[^A-Z0-9]+/);
}
