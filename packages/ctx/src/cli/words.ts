// All English that a failure of ctx is told in. A code without words here does not compile.

import type { Codes, DocumentRule, SandboxCause, Tampering } from '../protocol/codes.js';
import type { FactsOf } from '../protocol/failure.js';
import { installation } from './last-words.js';
import type { WordsFor } from './wording.js';

const didYouMean = (nearest: string | undefined, otherwise: string) =>
  nearest === undefined ? otherwise : `Did you mean \`${nearest}\`?`;

const mostListed = 8;

function listed(names: readonly string[]): string {
  const rest = names.length - mostListed;
  return `${names.slice(0, mostListed).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function budgetFlag(limit: string): string {
  return limit === 'max_microusd' ? '--max-usd' : `--${limit.replaceAll('_', '-')}`;
}

const tamperings: Record<Tampering, string> = {
  removed: 'it was removed',
  replaced: 'another file was put in its place',
  resized: 'it is longer or shorter than what was written',
  rewritten: 'its content was changed',
};

const documentRules: Record<DocumentRule, (wanted: string) => string> = {
  type: (wanted) => `must be ${typeWords[wanted] ?? wanted}`,
  one_of: (wanted) => `must be ${wanted.includes(', ') ? 'one of ' : ''}${wanted}`,
  needs: (wanted) => `needs ${wanted}`,
  well_formed: () => 'holds half of a character (a lone surrogate)',
  at_least: (wanted) => `must be ${wanted} or more`,
  at_most: (wanted) => `must be ${wanted} or less`,
  more_than: (wanted) => `must be more than ${wanted}`,
  items: (wanted) => `needs at least ${wanted} ${wanted === '1' ? 'item' : 'items'}`,
  not_empty: () => 'must not be empty',
  like: (wanted) => `must look like ${wanted}`,
  other: (wanted) => wanted,
};

const typeWords: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
};

const withoutIt = '`--no-sandbox` runs without one.';

const sandboxWords: Record<
  SandboxCause,
  (target: string, said: string) => { message: string; hint: string }
> = {
  missing: () => ({
    message: 'There is no sandbox: bubblewrap (`bwrap`) is not installed.',
    hint: `Install it: \`apt install bubblewrap\`, \`dnf install bubblewrap\`, \`pacman -S bubblewrap\`. ${withoutIt}`,
  }),
  too_old: (target, said) => ({
    message: `There is no sandbox: ${target} is version ${said}, and 0.8.0 or later is needed.`,
    hint: `Install a newer bubblewrap. ${withoutIt}`,
  }),
  namespaces_off: (_, said) => ({
    message: `There is no sandbox: user namespaces are switched off here (${said}).`,
    hint: `As root: \`sysctl kernel.unprivileged_userns_clone=1 user.max_user_namespaces=15000\`. ${withoutIt}`,
  }),
  namespaces_used_up: (_, said) => ({
    message: `There is no sandbox: no more user namespaces can be made here (${said}).`,
    hint: `Raise the limit (\`sysctl user.max_user_namespaces=15000\`), or leave the sandbox that ctx itself runs in. ${withoutIt}`,
  }),
  apparmor: (target, said) => ({
    message: `There is no sandbox: AppArmor keeps ${target} from using its namespaces (${said}).`,
    hint: `Install the profile that allows it (\`apt install apparmor-profiles\`, then load \`bwrap-userns-restrict\`), or \`sysctl kernel.apparmor_restrict_unprivileged_userns=0\`. ${withoutIt}`,
  }),
  container: (_, said) => ({
    message: `There is no sandbox: this container forbids mounts (${said}).`,
    hint: `Start it with \`--security-opt seccomp=unconfined --security-opt apparmor=unconfined\`, or take the container as the sandbox: ${withoutIt}`,
  }),
  capability: (_, said) => ({
    message: `There is no sandbox: users cannot be mapped into a namespace here (${said}).`,
    hint: `Root in a container needs the capability SETFCAP (\`--cap-add SETFCAP\`), or run ctx as another user. ${withoutIt}`,
  }),
  no_filter: (_, said) => ({
    message: `There is no sandbox: the kernel takes no filter on system calls (${said}).`,
    hint: `A kernel with CONFIG_SECCOMP_FILTER is needed. ${withoutIt}`,
  }),
  platform: (target, said) => ({
    message: `There is no sandbox: \`${target}\` does not exist on ${said}.`,
    hint: `bubblewrap is for Linux, seatbelt for macOS. ${withoutIt}`,
  }),
  processor: (target) => ({
    message: `There is no sandbox: ctx has no filter on system calls for ${target} processors.`,
    hint: `x64 and arm64 are supported. ${withoutIt}`,
  }),
  nested_seatbelt: (_, said) => ({
    message: `There is no sandbox: ctx itself already runs in one, and macOS does not nest them (${said}).`,
    hint: `Start ctx outside of it. ${withoutIt}`,
  }),
  nested_root: () => ({
    message: 'A sandbox that allows others inside (`nested: true`) cannot be had as root.',
    hint: 'Run ctx as another user, or leave `nested` out.',
  }),
  inherited: (target) => ({
    message: `There is no sandbox: ctx was started with the open descriptor ${target}, which only bash could close.`,
    hint: `Install bash, or start ctx without that descriptor. ${withoutIt}`,
  }),
  workspace_home: (target) => ({
    message: `There is no sandbox for ${target}: it holds your home folder, with all keys in it.`,
    hint: `Work in a project's own folder, or name one with \`workspace\`. ${withoutIt}`,
  }),
  workspace_system: (target) => ({
    message: `There is no sandbox for ${target}: it holds the system's own folders.`,
    hint: `Work in a project's own folder, or name one with \`workspace\`. ${withoutIt}`,
  }),
  workspace_mount: (target, said) => ({
    message: `There is no sandbox: ${target} cannot show a folder inside (${said}).`,
    hint: `Check that you may list and enter the folder it names; some network file systems cannot be shown. ${withoutIt}`,
  }),
  path_missing: (target) => ({
    message: `The sandbox is to show \`${target}\`, and nothing is there.`,
    hint: 'Correct the path under `sandbox.read` or `sandbox.write`, or make the folder.',
  }),
  no_private_folder: (target) => ({
    message: `There is no sandbox: no folder for temporary files stands outside of the workspace (${target}).`,
    hint: `Point TMPDIR to a folder outside of the project. ${withoutIt}`,
  }),
  program: (target, said) => ({
    message: `There is no sandbox: ${target} did not start (${said}).`,
    hint: `\`ctx doctor\` tries it again. ${withoutIt}`,
  }),
};

const because = (why: string | undefined) => (why === undefined ? '.' : `: ${why}`);

const andMore = (more: number) => (more === 0 ? '' : `, and ${more} more`);

type Lock = FactsOf<Codes['store_busy']>;

const lockOwner = ({ pid, host, unseen }: Lock) => {
  if (pid === 0) return 'Another process';
  return `Process ${pid}${unseen === 'other_namespace' ? ' in another container' : ''} on ${host}`;
};

const waitOrUnlock = ({ unseen, lockFile }: Lock, program: string) =>
  unseen === undefined
    ? 'Wait until it is done, and try again.'
    : `${program} cannot see from here whether it still runs; if it does not, run \`${program} unlock ${lockFile}\`.`;

export const words: WordsFor<Codes> = {
  command_missing: ({ group, choices }, program) =>
    group === undefined
      ? { message: 'No command was given.', hint: `Run \`${program} help\` for the list of commands.` }
      : { message: `\`${group}\` needs one more word.`, hint: `Choose from: ${choices?.join(', ')}.` },
  command_unknown: ({ target, nearest }, program) => ({
    message: `There is no command \`${target}\`.`,
    hint: didYouMean(nearest && `${program} ${nearest}`, `Run \`${program} help\` for the list of commands.`),
  }),
  command_not_found: ({ target, nearest, verb = 'help' }, program) => ({
    message: `There is no command \`${target}\`.`,
    hint: didYouMean(
      nearest && `${program} ${verb} ${nearest}`,
      `Run \`${program} ${verb === 'help' ? 'help' : 'commands'}\` for the list of commands.`,
    ),
  }),
  flag_unknown: ({ target, nearest, command }, program) => ({
    message:
      command === undefined
        ? `There is no flag \`${target}\` here.`
        : `\`${command}\` has no flag \`${target}\`.`,
    hint: didYouMean(
      nearest,
      command === undefined
        ? `Run \`${program} help\`.`
        : `Run \`${program} ${command} --help\` for its flags.`,
    ),
  }),
  flag_repeated: ({ target }) => ({ message: `\`${target}\` was given twice.`, hint: 'Give it once.' }),
  flag_value_missing: ({ target, wanted }) => ({
    message: `\`${target}\` needs a value.`,
    hint: `Give it ${wanted}; write \`${target}=…\` for a value that begins with a dash.`,
  }),
  flag_value_unwanted: ({ target }) => ({
    message: `\`${target}\` takes no value.`,
    hint: `Write \`${target}\` alone.`,
  }),
  flag_value_invalid: ({ target, value, wanted, nearest }) => ({
    message: value === '' ? `\`${target}\` is empty.` : `\`${target}\` cannot be \`${value}\`.`,
    hint: didYouMean(nearest, `Give it ${wanted}.`),
  }),
  flag_missing: ({ target, wanted }) => ({
    message: `\`${target}\` is required.`,
    hint: `Give it ${wanted}.`,
  }),
  argument_missing: ({ target, command }, program) => ({
    message: `\`${command}\` needs ${target.toUpperCase()}.`,
    hint: `Run \`${program} ${command} --help\` to see what it takes.`,
  }),
  argument_unwanted: ({ target, command }, program) => ({
    message: `\`${command}\` does not know what to do with \`${target}\`.`,
    hint: `Run \`${program} ${command} --help\` to see what it takes.`,
  }),
  argument_invalid: ({ target, argument, wanted, nearest }) => ({
    message: `${argument.toUpperCase()} cannot be \`${target}\`.`,
    hint: didYouMean(nearest, `Give ${wanted}.`),
  }),
  jq_invalid: ({ value, column }) => ({
    message: `--jq does not take \`${value}\`, from character ${column} on.`,
    hint: 'It takes paths, `|`, `length` and `keys`, as in `.data.sessions[].title`; for more, pipe the JSON into jq.',
  }),
  json_opted_out: ({ target, reason }) => ({
    message: `\`${target}\` has no JSON output: ${reason}`,
    hint: `Run it without --output-format, or record your need: \`ctxctl demand add --surface ${target}\`.`,
  }),
  json_foreign: ({ target, speaks }) => ({
    message: `\`${target}\` speaks ${speaks}, not JSON envelopes.`,
    hint: 'Run it without --output-format.',
  }),

  internal_error: ({ crashFile }, program) => ({
    message: `${program} failed in a way that nobody expected; this is a bug.`,
    hint:
      crashFile === undefined
        ? 'The stack trace could not be written anywhere; run it again with a writable TMPDIR.'
        : `The stack trace is in ${crashFile}; please report it.`,
  }),
  interrupted: () => ({ message: 'Interrupted.' }),
  terminated: () => ({ message: 'Terminated.' }),
  output_undeliverable: ({ target, reason }) => ({
    message: `The answer could not be written to ${target}: ${reason}.`,
    hint: 'The command itself may have worked; look before you repeat it.',
  }),

  file_not_found: ({ target }) => ({ message: `There is no file ${target}.`, hint: 'Check the path.' }),
  file_unreadable: ({ target, reason }) => ({
    message: `${target} cannot be read: ${reason}.`,
    hint: 'Check the path and its permissions.',
  }),
  file_unwritable: ({ target, reason }) => ({
    message: `${target} cannot be written: ${reason}.`,
    hint: 'Check the path, its permissions and the disk; what was there before is kept.',
  }),
  system_refused: ({ operation, target, reason }, program) => ({
    message: `The system refused to ${operation} ${target}: ${reason}.`,
    hint: `Check the disk and its space; \`${program} doctor\` shows how things stand.`,
  }),
  not_durable: ({ target, reason }) => ({
    message: `${target} was written, but is not known to be durable: ${reason}.`,
    hint: 'Check the disk; after a power cut the old content may be back.',
  }),
  disk_full: ({ target }) => ({
    message: `There is no space left to write ${target}.`,
    hint: 'Free some space and run it again; nothing that was there before is lost.',
  }),
  package_incomplete: ({ target, reason }, program) => installation(target, reason, program),
  working_folder_gone: () => ({
    message: 'The folder that you are in was deleted.',
    hint: 'Go to a folder that is there (`cd`), and try again.',
  }),
  epoch_invalid: ({ target, last }) => ({
    message: `SOURCE_DATE_EPOCH is ${JSON.stringify(target)}, which is no number of seconds from 0 to ${last}.`,
    hint: 'Give seconds since 1970, not milliseconds, or unset it.',
  }),

  document_malformed: ({ target, line, problem }) => ({
    message: `${target} cannot be parsed: ${problem} (line ${line}).`,
    hint: 'Mend that line; the file is YAML or JSON.',
  }),
  document_invalid: ({ target, place, rule, wanted, described }) => ({
    message: `${target} does not fit: ${place || 'the document'} ${documentRules[rule](wanted)}.`,
    ...(described !== undefined && { hint: `Compare it with ${described}.` }),
  }),
  document_key_unknown: ({ target, key, known, nearest }) => ({
    message: `${target} has a key that nothing reads: \`${key}\`.`,
    hint: didYouMean(nearest, `Known here: ${known.join(', ')}.`),
  }),
  model_missing: () => ({
    message: 'No model was named.',
    hint: 'Give `--model PROVIDER/MODEL`, set CTX_MODEL, or keep a default in ~/.config/ctx/config.yaml; `ctx models` lists what can be used here.',
  }),
  default_model_played: ({ target, file }) => ({
    message: `${file} names ${target} as the default model, and a file can name no script or recording.`,
    hint: `Name a provider’s model there, or give \`--model ${target}\` yourself.`,
  }),
  user_config_unusable: ({ target, reason }) => ({
    message: `Your settings in ${target} cannot be used: ${reason}.`,
    hint: 'Mend the file, or name the model with `--model`.',
  }),
  model_unknown: ({ target, known, nearest }) => ({
    message: `There is no model \`${target}\`.`,
    hint: didYouMean(nearest, `Known forms: ${known.join(', ')}.`),
  }),
  model_ambiguous: ({ target, matches }) => ({
    message: `${matches.length} models have ${target} in their name: ${listed(matches)}.`,
    hint: 'Give more of the name you mean; nothing was sent.',
  }),
  credential_missing: ({ target, variables }) => ({
    message: `There is no credential for ${target} in the environment.`,
    hint: `Set ${variables.join(' or ')}; nothing was started.`,
  }),
  base_url_missing: ({ target, variable }) => ({
    message: `Where ${target} is served is not known.`,
    hint: `Give \`--base-url http://127.0.0.1:8000/v1\`, or set ${variable}.`,
  }),
  base_url_invalid: ({ target, reason }) => ({
    message: `\`${target}\` cannot be the root of an API: ${reason}.`,
    hint: 'Give it as in `http://127.0.0.1:8000/v1`; credentials come from the environment.',
  }),
  base_url_untrusted: ({ target, variable }) => ({
    message: `A file wants ${variable} to be sent to ${target}, and nobody said so here.`,
    hint: `If you trust that address, say it yourself: \`--base-url ${target}\`. Nothing was sent.`,
  }),
  trust_missing: ({ target, standing, answer, flag }, program) => ({
    message:
      standing === 'changed'
        ? `${target} changed since you trusted it.`
        : `${target} runs or says something in your name, and nobody trusted it here.`,
    hint:
      answer === 'agent'
        ? `An agent cannot trust a project on your behalf. Run \`${program} trust\` in a terminal of your own.`
        : answer === 'no'
          ? `Nothing ran. \`${program} trust\` shows it again.`
          : `Run \`${program} trust\` in a terminal to see it and decide, or pass \`${flag}\`, as in CI. Nothing ran.`,
  }),
  trust_unavailable: ({ target, reason }) => ({
    message: `What you trust cannot be looked up at ${target}: ${reason}.`,
    hint: 'Without it nothing of a project runs. Mend that, or pass `--trust` for this call.',
  }),
  trust_unknown: ({ target, nearest, known }, program) => ({
    message: `Nothing called ${target} is trusted in this project.`,
    hint:
      nearest === undefined
        ? known.length === 0
          ? 'Nothing is trusted here.'
          : `\`${program} trust list\` shows what is.`
        : `Did you mean ${nearest}?`,
  }),
  recording_changed: ({ target }) => ({
    message: `The session ${target} is not the one that this run takes its answers from.`,
    hint: 'Put the old session back, or start a new run with `--model replay:SESSION`.',
  }),
  workspace_missing: ({ target }) => ({
    message: `The workspace ${target} is not a folder.`,
    hint: 'Make it, or name another one; a config’s paths stand relative to the config.',
  }),
  run_id_repeated: ({ target }) => ({
    message: `There are two runs with the id \`${target}\`.`,
    hint: 'Give each run of a session its own id; nothing was written.',
  }),
  timeout: ({ target, name }) => ({
    message: `Run \`${target}\` ran out of time.`,
    hint: `\`ctx resume ${name}\` goes on where it stopped, with the same time again; --timeout-seconds gives it more.`,
  }),
  cancelled: ({ target, name }) => ({
    message: `Run \`${target}\` was cancelled.`,
    hint: `\`ctx resume ${name}\` goes on where it stopped; with --task it does something else.`,
  }),
  max_budget_reached: ({ target, name, unsent }) =>
    unsent === true
      ? {
          message: `Run \`${target}\` sent nothing: its first model call would not fit into the budget.`,
          hint: 'Raise --max-tokens or --max-usd, or offer fewer tools: a call also carries the tools and the system prompt.',
        }
      : {
          message: `Run \`${target}\` reached its budget and stopped.`,
          hint: `Raise the budget to go on: \`ctx resume ${name}\` with --max-usd, --max-tokens or --max-tool-calls, for all of the session.`,
        },
  max_turns_reached: ({ target, name }) => ({
    message: `Run \`${target}\` reached its limit of turns and stopped.`,
    hint: `Raise it to go on: \`ctx resume ${name} --max-turns N\`.`,
  }),
  max_iterations_reached: ({ target, session, name }) => ({
    message: `Run \`${target}\` used all model calls of one turn and stopped.`,
    hint: `See in ${session} whether it went round in circles; if not, \`ctx resume ${name}\` goes on with as many calls again.`,
  }),
  log_tampered: ({ target, how, session, lost = 0 }) => ({
    message: `Somebody else touched the log of run \`${target}\` while it was written${how === undefined ? '' : `: ${tamperings[how]}`}.`,
    hint: `${lost === 0 ? 'The log is kept as it was written' : `The log is kept without the ${lost} bytes that were cut off before anybody had a copy`}, in ${session}. Find out what did it before you run this again.`,
  }),
  log_lost: ({ target, how }) => ({
    message: `Somebody else touched ${target} while it was written (${tamperings[how]}), and no copy could be saved beside it.`,
    hint: 'Find out what did it before you run this again.',
  }),
  tool_denied: ({ target, why, session }) =>
    session === undefined
      ? {
          message: `The policy denies this call of \`${target}\`${because(why)}`,
          hint: 'Change --allow-tool and --deny-tool; `ctx tool-pool` shows what they leave.',
        }
      : {
          message: `Run \`${target}\` asked for a tool that the policy denies${because(why)}`,
          hint: 'Change the policy, or let the model be told of denials: --on-deny tell.',
        },
  content_filter: ({ target, why }) => ({
    message: `The model refused to go on with run \`${target}\`${because(why)}`,
    hint: 'Change the task; asking the same again seldom helps.',
  }),
  length: ({ target }) => ({
    message: `The model’s answer in run \`${target}\` was cut off at its length limit.`,
    hint: 'Raise max_output_tokens, or ask for less at once.',
  }),
  model_error: ({ target, why, session }) => ({
    message: `The model failed in run \`${target}\`${because(why)}`,
    hint: `Each attempt is in ${session}.`,
  }),
  output_invalid: ({ target, why, session }) => ({
    message: `The answer of run \`${target}\` does not fit the schema of the structured output${because(why)}`,
    hint: `Each rejected answer is in ${session}.`,
  }),

  script_changed: ({ target }) => ({
    message: `The script ${target} is not the one that this session began with.`,
    hint: 'Put the old script back, or start a new session with the new one.',
  }),
  session_unfinished: ({ target, run_id, isOwn }) => ({
    message: `${target} has a run that is not finished: \`${run_id}\`.`,
    hint: isOwn
      ? `Finish it with \`ctx resume ${target}\`; nothing was written.`
      : 'This machine did not write that session; start a new one. Nothing was written.',
  }),
  session_foreign: ({ target, standing }) => ({
    message:
      standing === 'unknown'
        ? `${target} was not written on this machine.`
        : `${target} lacks the last record that this machine knows of: it was cut off or written again.`,
    hint: 'A resumed session runs with the settings in its log. If you trust this log, use `ctx resume --trust-log`; nothing was written.',
  }),
  budget_spent: ({ target, limits }) => ({
    message: `The budget of ${target} is spent, so the run would stop at once.`,
    hint: `Raise it for the whole session: ${limits.map((limit) => budgetFlag(limit)).join(' or ')}.`,
  }),
  session_moved: ({ target, peer }) => ({
    message: `The session ${target} was moved to ${peer}, so it goes on there.`,
    hint: 'Bring it back first, or read it as it was: `ctx load-session` and `ctx report` still work.',
  }),
  agent_foreign: ({ operation, target, agent }, program) => ({
    message: `The run \`${target}\` was conducted by ${agent}, and ${program} ${operation} works only on runs of ${program} itself.`,
    hint: `\`${program} verify\`, \`${program} report\` and \`${program} load-session\` read it.`,
  }),
  session_finished: ({ target }) => ({
    message: `Every run of ${target} is closed; there is nothing to go on with.`,
    hint: 'Give it something new to do with --task.',
  }),
  flags_contradict: ({ target, other }) => ({
    message: `\`${target}\` and \`${other}\` contradict each other.`,
    hint: 'Leave one of them out.',
  }),
  task_missing: () => ({
    message: 'There is nothing to run.',
    hint: 'Say what you want done: `ctx run "fix the failing test"`, or give the file of a config.',
  }),
  prompt_empty: () => ({
    message: 'The prompt is empty.',
    hint: 'Say what you want done: `ctx "fix the failing test"`. Nothing was sent.',
  }),

  conversation_unattended: () => ({
    message: 'A conversation needs a terminal to type at and to read from.',
    hint: '`ctx run --task "…" --model M` runs one task without one; `ctx resume ID --task "…"` goes on with a session.',
  }),

  sandbox_unavailable: ({ why, target, said }) => sandboxWords[why](target, said ?? ''),
  memory_denied: ({ target, reason }) => ({
    message: `\`ctx ${target}\` is denied in this run: ${reason}.`,
    hint: 'The rules of the run decide; a person can change them and start it again.',
  }),
  memory_unreachable: ({ target, reason }) => ({
    message: `\`ctx ${target}\` is run outside of the sandbox, and ctx does not answer there (${reason}).`,
    hint: 'Try it again. With an open network it needs `unix_sockets: true` in the sandbox’s rules.',
  }),
  sandbox_host_invalid: ({ target }) => ({
    message: `\`${target}\` under \`sandbox.network\` is no host.`,
    hint: 'Write `example.com`, `*.example.com`, `example.com:8443`, or `git.corp=10.1.2.3` for a machine of your own network.',
  }),
  mcp_program_unknown: ({ target, known, nearest }) => ({
    message: `.mcp.json starts no program as the MCP server ${target}.`,
    hint:
      nearest !== undefined
        ? `Did you mean ${nearest}?`
        : known.length === 0
          ? 'Servers with a `url` run elsewhere already.'
          : `These are programs: ${known.join(', ')}.`,
  }),
  mcp_names_collide: ({ target, other }) => ({
    message: `The MCP servers \`${target}\` and \`${other}\` cannot be told apart: the names of their tools begin the same.`,
    hint: 'Rename one of them. In tool names only letters, digits, `_` and `-` are kept.',
  }),
  rule_useless: ({ target, instead }) => ({
    message: `The rule \`${target}\` can never match: tools know paths of the workspace only, relative to it.`,
    hint: instead === undefined ? 'Leave it out; no file tool gets there.' : `Write \`${instead}\`.`,
  }),
  mcp_server_failed: ({ target, reason }) => ({
    message: `The MCP server \`${target}\`, which is required, did not start: ${reason}.`,
    hint: 'Look at its entry in the MCP file; without `required: true` the run goes on without it.',
  }),
  mcp_unauthorized: ({ target }, program) => ({
    message: `The MCP server \`${target}\`, which is required, wants a login (HTTP 401).`,
    hint: `Run \`${program} mcp login ${target}\`. Or give it a token in \`headers\` of its entry, and trust the file again with \`${program} trust\`.`,
  }),
  mcp_login_failed: ({ target, reason }, program) => ({
    message: `The login to the MCP server \`${target}\` failed: ${reason}.`,
    hint: `Nothing was kept. Try \`${program} mcp login ${target}\` again, or register a client with the server and name it under \`oauth\` in its entry.`,
  }),
  mcp_server_unknown: ({ target, known }) => ({
    message: `No MCP server over HTTP is called \`${target}\` here.`,
    hint: known.length === 0 ? 'The MCP file names none.' : `There is ${known.join(', ')}.`,
  }),
  mcp_credentials_unusable: ({ target, reason }) => ({
    message: `The logins to MCP servers at ${target} cannot be used: ${reason}.`,
  }),
  tool_unknown: ({ target, nearest }, program) => ({
    message: `There is no tool \`${target}\`.`,
    hint: didYouMean(nearest, `Run \`${program} tools\` for the list of tools.`),
  }),
  tool_failed: ({ target, why }) => ({
    message: `\`${target}\` ran and failed: ${why}`,
    hint: 'Its whole output is in error.details with --output-format json.',
  }),
  payload_malformed: ({ target, problem }, program) => ({
    message: `The payload for \`${target}\` is not JSON: ${problem}.`,
    hint: `Quote it for the shell: ${program} exec-tool read '{"path":"README.md"}'.`,
  }),
  payload_invalid: ({ target, reasons }, program) => ({
    message: `The payload does not fit \`${target}\`: ${reasons.join('; ')}.`,
    hint: `Run \`${program} show-tool ${target}\` for its schema.`,
  }),
  command_not_prompt: ({ target }, program) => ({
    message: `\`${target}\` is a command of ${program} itself, not a prompt.`,
    hint: `Run \`${program} ${target}\`.`,
  }),
  schema_unknown: ({ target, nearest }, program) => ({
    message: `There is no schema \`${target}\`.`,
    hint: didYouMean(nearest && `${program} schema ${nearest}`, `Run \`${program} schema\` for the list.`),
  }),

  price_unknown: ({ target }) => ({
    message: `What ${target} costs is not known, so a budget in money cannot hold.`,
    hint: 'Give a budget in tokens instead, a `price:` in the config, or a model that `ctx models` knows the price of.',
  }),
  records_incoherent: ({ target, reason }) => ({
    message: `The session makes no sense at ${target}: ${reason}.`,
    hint: 'The file was not written by ctx, or not in this order; it can be read, but no run can go on from it.',
  }),
  script_invalid: ({ target, place, reason }) => ({
    message: `${target}: ${place} ${reason}.`,
    hint: 'Correct the script and run it again.',
  }),

  path_outside: ({ target, root }) => ({
    message: `\`${target}\` lies outside ${root}.`,
    hint: 'Give a name that stays inside that folder; no link may lead out of it.',
  }),
  run_id_invalid: ({ target }) => ({
    message: `\`${target}\` cannot be the id of a run.`,
    hint: 'Use letters, digits, `_` and `-`, at most 128, the first a letter or a digit.',
  }),
  session_id_invalid: ({ target }) => ({
    message: `\`${target}\` cannot be the id of a session.`,
    hint: 'Use letters, digits, `_` and `-`, at most 128, the first a letter or a digit.',
  }),
  session_unknown: ({ target, folder }) => ({
    message:
      folder === undefined ? `There is no session ${target}.` : `There is no session ${target} in ${folder}.`,
    hint: 'Run `ctx list-sessions` to see what there is; the beginning or the end of an id is enough.',
  }),
  session_ambiguous: ({ target, matches }) => ({
    message: `${matches.length} sessions begin or end with ${target}: ${listed(matches)}.`,
    hint: 'Give more of the id you mean; `ctx list-sessions` shows what each is about.',
  }),
  session_none: ({ folder }) => ({
    message: `There is no session in ${folder} yet.`,
    hint: 'Start one: `ctx "what you want done"`.',
  }),
  session_exists: ({ target }) => ({
    message: `There is a session ${target} already.`,
    hint: 'Choose another id with `--session-id`. `ctx run --append` and `ctx resume --task` go on in a session that is there.',
  }),
  session_locked: (lock, program) => ({
    message: `${lockOwner(lock)} has been writing to ${lock.target} since ${lock.since}.`,
    hint: waitOrUnlock(lock, program),
  }),
  tools_running: ({ target, pids }) => ({
    message: `Tools that an earlier run of ${target} started still work, and cannot be ended: processes ${pids.join(', ')}.`,
    hint: 'End them, and try again; nothing was changed.',
  }),
  session_broken: ({ target, seq, reason }) => ({
    message: `${target} can only be read: record ${seq} breaks its chain (${reason}).`,
    hint: 'Run `ctx verify` on it for the details, and go on in a new session.',
  }),
  session_empty: ({ target }) => ({
    message: `${target} holds no whole record, so there is nothing to go on with.`,
    hint: 'Delete it with `ctx delete-session` and start a new session.',
  }),
  session_newer_format: ({ target, format, known }) => ({
    message: `${target} has format ${format}, and this ctx knows formats up to ${known}.`,
    hint: 'Install a newer ctx.',
  }),
  record_too_large: ({ target, bytes }) => ({
    message: `A record of ${bytes} bytes is too large for ${target}.`,
    hint: 'Let the tool write its output to a file and return the path.',
  }),
  transcript_too_large: ({ target, megabytes }, program) => ({
    message: `The transcript of ${target} is longer than ${megabytes} MB, too long to show at once.`,
    hint: `Write it to a file, whole: \`${program} flush-transcript ${target}\`; or read \`${program} report ${target} --out DIR\`.`,
  }),

  transcript_unknown: ({ target, host, known }) => ({
    message:
      host === undefined
        ? `${target} is not a transcript that ctx knows.`
        : `${target} is not a transcript of ${host}.`,
    hint: `ctx reads transcripts of ${listed(known)}; of opencode, what \`opencode export\` prints.`,
  }),
  transcript_empty: ({ target, host }) => ({
    message: `${target} is a transcript of ${host} in which nothing was said or done.`,
    hint: 'There is nothing to import until the agent has been asked something.',
  }),
  transcript_changed: ({ target }) => ({
    message: `${target} became shorter while it was read.`,
    hint: 'Import it again once nothing writes to it.',
  }),
  transcript_not_session: ({ target, host }, program) => ({
    message: `${target} is a transcript of ${host}, not a session of ctx.`,
    hint: `Import it first: \`${program} import ${target}\`; then use the session id that it prints.`,
  }),
  transcript_parent_missing: ({ target, host, parent }, program) => ({
    message: `${target} is a subagent's, and the ${host} session ${parent} that started it is not imported.`,
    hint: `Import that one first, or all of them: \`${program} import ${host} --all\`.`,
  }),
  transcripts_none: ({ target, host, project }, program) => ({
    message:
      project === undefined
        ? `There are no transcripts of ${host} in ${target}.`
        : `There are no transcripts of ${host} for ${project} in ${target}.`,
    hint:
      project === undefined
        ? 'Give the path of a transcript, or look whether the agent keeps them elsewhere.'
        : `\`${program} import ${host} --all\` imports those of every project.`,
  }),
  zstd_missing: ({ target }, program) => ({
    message: `${target} is packed with zstd, which this version of Node cannot read.`,
    hint: `Unpack it with \`zstd -d\` and import the result, or run \`${program}\` on Node 22.15 or later.`,
  }),
  sqlite_missing: ({ target }, program) => ({
    message: `${target} is a SQLite database, which this version of Node cannot read.`,
    hint: `Run \`opencode export SESSION > session.json\` and \`${program} import session.json\`, or use Node 22.13 or later.`,
  }),
  import_incomplete: ({ failed, imported, first }) => ({
    message: `${failed} of ${failed + imported} transcripts could not be imported. The first: ${first}`,
    hint: 'The others are imported. The details name each file and its error.',
  }),

  context_missing: ({ target }, program) => ({
    message: `There is no memory in ${target}: it has no .context folder.`,
    hint: `Run \`${program} init\` in your project first.`,
  }),
  store_busy: (lock, program) => ({
    message: `${lockOwner(lock)} has been changing ${lock.target} since ${lock.since}.`,
    hint: `Nothing was changed. ${waitOrUnlock(lock, program)}`,
  }),
  lock_unknown: ({ target }, program) => ({
    message: `${target} is no lock that anybody holds.`,
    hint: `${program} doctor shows the locks; one whose owner is gone is taken over by itself.`,
  }),
  lock_in_use: ({ target, pid, since }) => ({
    message: `Process ${pid} runs here, and has held ${target} since ${since}.`,
    hint: 'Wait until it is done, or end it; then its lock counts no longer.',
  }),
  pad_key_missing: ({ target, by, identityFile }) => ({
    message: `${target} is encrypted, and there is no ${by === 'identity' ? 'key' : 'passphrase'} to open it with.`,
    hint:
      by === 'identity'
        ? `Put your key back at ${identityFile}, or set CTX_AGE_IDENTITY; nothing was changed.`
        : 'Set CTX_AGE_PASSPHRASE; nothing was changed.',
  }),
  pad_key_wrong: ({ target, by, keySource }) => ({
    message: `${target} cannot be opened with the ${by === 'identity' ? 'key' : 'passphrase'} from ${keySource}.`,
    hint:
      by === 'identity'
        ? 'It was encrypted for other keys: use one of those, or ask who has one to add yours to `recipients`. Nothing was changed.'
        : 'Set CTX_AGE_PASSPHRASE to the one that it was encrypted with; nothing was changed.',
  }),
  pad_damaged: ({ target, reason, history }, program) => ({
    message: `${target} is damaged: ${reason}.`,
    hint: `It was left as it is. Earlier states are in ${history}: see \`${program} pad undo --list\`.`,
  }),
  pad_malformed: ({ target, line, problem, history }, program) => ({
    message: `${target} is not a pad as ctx writes it: line ${line} ${problem}.`,
    hint: `Mend that line, or go back with \`${program} pad undo\`; earlier states are in ${history}. Nothing was changed.`,
  }),
  pad_twice: ({ target, other }, program) => ({
    message: `There are two pads, ${target} and ${other}.`,
    hint: `\`${program} doctor --fix\` removes the plain one if they hold the same; else move one of them away.`,
  }),
  identity_invalid: ({ target, line }) => ({
    message: `${target} does not hold an age identity (line ${line}).`,
    hint: 'It should be a line that begins with AGE-SECRET-KEY-1, as `age-keygen` writes it.',
  }),
  recipient_invalid: ({ target, configFile }) => ({
    message: `\`${target}\` is not the public key of an age identity.`,
    hint: `Correct \`recipients\` in ${configFile}: each is a text that begins with age1. Nothing was changed.`,
  }),
  entry_unknown: ({ target, nearest }, program) => ({
    message: `The pad has no entry ${target}.`,
    hint: didYouMean(
      nearest === undefined ? undefined : String(nearest),
      `Run \`${program} pad\` to see what there is.`,
    ),
  }),
  snapshot_unknown: ({ target, slots }, program) => ({
    message: `The pad’s history has no slot ${target}.`,
    hint:
      slots.length === 0
        ? 'It is empty.'
        : `It has ${slots.join(', ')}; \`${program} pad undo --list\` says what they are.`,
  }),
  snapshot_unopenable: ({ target, reason }, program) => ({
    message: `Slot ${target} of the pad’s history cannot be opened: ${reason}.`,
    hint: `The pad was left as it is; choose another slot from \`${program} pad undo --list\`.`,
  }),
  text_missing: ({ target }) => ({
    message: `${target} is empty.`,
    hint: 'Give some text, or `-` to read it from stdin.',
  }),
  text_not_plain: ({ target, reason }) => ({
    message: `${target} is not plain text: ${reason}.`,
    hint: 'Keep it as a file instead: `ctx pad add --file FILE`. Nothing was changed.',
  }),
  text_too_large: ({ target, bytes, limit }) => ({
    message: `${target} has ${bytes} bytes; the limit is ${limit}.`,
    hint: 'Keep it in a file of the project and write down where it is. Nothing was changed.',
  }),
  tag_invalid: ({ target }) => ({
    message: `\`${target}\` cannot be a tag.`,
    hint: 'Use letters, digits, `_`, `-`, `.` and `/`, at most 64, the first a letter or a digit.',
  }),
  flag_choice_missing: ({ target, choices }, program) => ({
    message: `\`${target}\` needs one of ${choices.join(', ')}.`,
    hint: `Run \`${program} ${target} --help\` to see what they mean.`,
  }),
  confirmation_missing: ({ target }) => ({
    message: `${target} cannot be taken back, and there is nobody to ask.`,
    hint: 'Add --yes if you mean it.',
  }),
  date_invalid: ({ target, problem }) => ({
    message: `\`${target}\` is no time: ${problem}.`,
    hint: 'Give a date (2026-12-24), a time (2026-12-24T09:00), or a duration (30m, 4h, 3d, 2w).',
  }),
  reminder_unknown: ({ target, nearest }, program) => ({
    message: `There is no reminder ${target}.`,
    hint: didYouMean(
      nearest === undefined ? undefined : String(nearest),
      `Run \`${program} remind list\` to see what there is.`,
    ),
  }),
  item_unknown: ({ target, what, nearest }, program) => ({
    message: `There is no ${what} ${target}.`,
    hint: didYouMean(nearest, `Run \`${program} ${what} list\` to see what there is.`),
  }),
  memory_file_malformed: ({ target, line, problem }) => ({
    message: `${target} cannot be changed safely: line ${line} ${problem}.`,
    hint: 'Mend that line and run it again; nothing was changed.',
  }),
  file_exists: ({ target }) => ({
    message: `${target} is there already.`,
    hint: 'Choose another folder, or add --force to replace it.',
  }),

  host_unknown: ({ target, known, nearest }) => ({
    message: `There is no host \`${target}\`.`,
    hint: didYouMean(nearest, `Hosts: ${known.join(', ')}.`),
  }),
  host_missing: ({ known }) => ({
    message: 'No host was found on this machine.',
    hint: `Name it: --host ${known.join(' or --host ')}.`,
  }),
  host_scope_missing: ({ host, scope }) => ({
    message: `${host} has no ${scope} settings.`,
    hint: 'Choose another --scope: user or project.',
  }),
  settings_malformed: ({ target, line, column, problem }) => ({
    message: `${target} cannot be read as JSON, at line ${line}, column ${column}: ${problem}.`,
    hint: 'It was left as it is. Mend it, and try again.',
  }),
  settings_misshapen: ({ target, line, column, place, wanted }) => ({
    message: `In ${target}, line ${line}, column ${column}, ${place} must be ${wanted}.`,
    hint: 'It was left as it is. Mend it, and try again.',
  }),
  flag_needs: ({ target, other }) => ({
    message: `\`${target}\` means something only with \`${other}\`.`,
    hint: `Add \`${other}\`, or leave it out.`,
  }),

  folder_missing: ({ target }) => ({
    message: `There is no folder ${target}.`,
    hint: 'Check the path.',
  }),
  catalog_entry_unknown: ({ target, nearest }, program) => ({
    message: `The catalog has no entry \`${target}\`.`,
    hint: didYouMean(nearest, `Search for it: \`${program} catalog search WORDS\`.`),
  }),
  catalog_source_unknown: ({ target, known, nearest }) => ({
    message: `Nothing in the catalog is called \`${target}\`.`,
    hint: didYouMean(
      nearest,
      known.length === 0 ? 'Nothing has been imported yet.' : `Imported: ${known.join(', ')}.`,
    ),
  }),
  catalog_import_empty: ({ target, refused }, program) => ({
    message:
      refused === 0
        ? `Nothing in ${target} is a skill, an agent, an MCP server or a harness.`
        : `Nothing in ${target} could be imported; ${refused} ${refused === 1 ? 'item was' : 'items were'} refused.`,
    hint: `\`${program} catalog import --help\` says what it reads; with JSON output, error.details lists each refusal.`,
  }),
  catalog_unindexed: ({ target, changed, reason }, program) => ({
    message: `${changed}, but the index ${target} could not be built (${reason}).`,
    hint: `Check the disk, then run \`${program} catalog build\`; the catalog is complete.`,
  }),
  catalog_building: ({ pid, since }) => ({
    message: `Process ${pid} has been building the catalog’s index since ${since}.`,
    hint: 'Wait until it is done and try again.',
  }),
  catalog_starter_kept: ({ target }, program) => ({
    message: `\`${target}\` belongs to the starter catalog, which ships with ${program}.`,
    hint: 'Only what was imported can be removed.',
  }),

  verify_failed: ({ target, first, more }) => ({
    message: `${target} does not hold: ${first}${andMore(more)}.`,
    hint: 'Do not rely on it from that record on; with --output-format json, error.details lists every finding.',
  }),
  verify_incomplete: ({ target, first, more }, program) => ({
    message: `${target} holds as far as it goes, but something is missing: ${first}${andMore(more)}.`,
    hint: `If it is a run that was cut short, \`${program} resume\` finishes it.`,
  }),
  replay_differs: ({ target, seq, type, path, expected, got }) => ({
    message: `${target} does not come out the same: record ${seq} (${type}) at ${path} has ${expected}, and the loop gives ${got}.`,
    hint: path.endsWith('digest')
      ? 'The prompt, the tools or ctx itself changed since it was recorded.'
      : 'Either an input in the log was changed, or the loop is not the one that wrote it.',
  }),
  run_unknown: ({ target, session, known }) => ({
    message: `The session ${session} has no run \`${target}\`.`,
    hint: known.length === 0 ? 'No run of it was opened yet.' : `Its runs: ${known.join(', ')}.`,
  }),
  out_parent_missing: ({ target, parent }) => ({
    message: `${target} cannot be made: there is no folder ${parent}.`,
    hint: 'Make the parent folder first, or choose another place with --out.',
  }),
  out_not_folder: ({ target }) => ({
    message: `${target} is there and is not a folder.`,
    hint: 'Choose another place with --out.',
  }),
  out_not_empty: ({ target }) => ({
    message: `${target} is not empty, and nothing is ever written over.`,
    hint: 'Empty it, or choose another place with --out.',
  }),
  tree_symlink: ({ target }) => ({
    message: `${target} is a symbolic link, and a tree hash is over files alone.`,
    hint: 'Put the file itself there.',
  }),
  tree_not_regular: ({ target }) => ({
    message: `${target} is neither a file nor a folder.`,
    hint: 'Take it out of the tree.',
  }),
  tree_path_not_text: ({ target }) => ({
    message: `The name of ${target} is not valid UTF-8.`,
    hint: 'Rename it.',
  }),
  tree_path_not_nfc: ({ target }) => ({
    message: `The path ${target} is not in Unicode form NFC, so another machine may read it as another one.`,
    hint: 'Rename it to its composed form.',
  }),
  tree_paths_collide: ({ target, other }) => ({
    message: `${target} and ${other} differ only in upper and lower case.`,
    hint: 'Some file systems hold only one of them: rename one.',
  }),
  tree_png_invalid: ({ target, reason }) => ({
    message: `${target} is not a PNG that can be hashed: ${reason}.`,
    hint: 'Make it again, or give it the ending that it deserves.',
  }),
  tree_sidecar_alone: ({ target }) => ({
    message: `${target} is the sidecar of a PNG that is not there.`,
    hint: 'Put the PNG beside it, or remove the sidecar.',
  }),
  tree_sidecar_malformed: ({ target }) => ({
    message: `${target} is not a JSON object that has a canonical form.`,
    hint: 'Export it again.',
  }),
  tree_sidecar_mismatch: ({ target, claimed, actual }) => ({
    message: `${target} speaks of another PNG: it names ${claimed}, and the file beside it is ${actual}.`,
    hint: 'One of the two was changed; export them again, together.',
  }),
};
