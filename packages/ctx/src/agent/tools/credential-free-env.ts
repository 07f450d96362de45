// The environment that a tool's child process gets: without the variables that hold credentials.

/** Errs on the safe side: a program that needs one of these has no business under an agent without being told so. */
const credentialName =
  /(^|_)(KEY|KEYS|APIKEY|TOKEN|TOKENS|SECRET|SECRETS|PASSWORD|PASSWD|PASSPHRASE|PASS|PAT|CREDENTIAL|CREDENTIALS|AUTH)(_|$)|TOKEN$|SECRET$|PASSWORD$|APIKEY$/i;

type Environment = Readonly<Record<string, string | undefined>>;

export function credentialFreeEnv(env: Environment): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && !credentialName.test(name)) kept[name] = value;
  }
  return kept;
}
