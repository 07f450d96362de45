// Words for the catalog.

import type { Codes } from '../../protocol/codes.js';
import { counted } from '../../text/counted.js';
import type { WordsFor } from '../wording.js';
import { didYouMean } from './phrases.js';

export const catalogWords = {
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
        : `Nothing in ${target} could be imported; ${counted(refused, 'item was', 'items were')} refused.`,
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
  catalog_kind_uninstallable: ({ target, what, host, source, command }) => ({
    message:
      what === 'harness'
        ? `\`${target}\` is an agent of its own, not a part of one.`
        : `${host} takes no ${what === 'mcp' ? 'MCP servers' : `${what}s`} in a form that ctx can install.`,
    hint:
      what === 'harness'
        ? `See ${source} for how to install it.`
        : command === undefined
          ? 'Choose another --host, such as claude-code.'
          : `Add it with the host’s own command: \`${command}\`.`,
  }),
  catalog_server_unstartable: ({ target, packages, source }) => ({
    message:
      packages.length === 0
        ? `The catalog does not say how \`${target}\` is started.`
        : `\`${target}\` cannot be started from ${packages.join(', ')}: only npm, PyPI and container packages and HTTPS addresses can.`,
    hint: `See ${source} for how to set it up.`,
  }),
  catalog_source_gone: ({ target, source, reason }, program) => ({
    message: `The source of \`${target}\`, ${source}, cannot be read: ${reason}.`,
    hint: `Nothing was installed. Check the address and the network, or name a copy: \`${program} catalog install ${target} --from PATH\`.`,
  }),
  catalog_source_unfit: ({ target, from, problem }) => ({
    message: `\`${target}\` cannot be installed from ${from}: ${problem}.`,
    hint: 'Nothing was installed. Look at the source; if you trust it, take what you need by hand.',
  }),
  catalog_licence_missing: ({ target, from }) => ({
    message: `Nothing says under which licence \`${target}\` may be copied from ${from}.`,
    hint: 'Nothing was installed. Ask its authors, or pass `--without-licence` if you may use it anyway.',
  }),
  catalog_place_taken: ({ target, place, ours }, program) => ({
    message:
      ours === undefined
        ? `\`${target}\` cannot be installed: ${place} already exists, and ${program} did not create it.`
        : `${place} already exists; \`${ours}\` was installed there.`,
    hint:
      ours === undefined
        ? 'Nothing was changed. Rename or remove it first.'
        : `Nothing was changed. Remove that first: \`${program} catalog uninstall ${ours}\`.`,
  }),
  catalog_not_installed: ({ target, known, nearest }, program) => ({
    message: `${program} did not install \`${target}\` here.`,
    hint: didYouMean(
      nearest === undefined ? undefined : `${program} catalog uninstall ${nearest}`,
      known.length === 0
        ? `Nothing was installed from the catalog; \`${program} catalog unload\` shows what hosts have.`
        : `Installed from the catalog: ${known.join(', ')}.`,
    ),
  }),
  catalog_install_changed: ({ target, changed }) => ({
    message: `\`${target}\` was changed since it was installed: ${changed}.`,
    hint: 'Nothing was removed. Save what you need of it, then pass `--force`.',
  }),
  install_untrusted: ({ target, answer, flag }) => ({
    message:
      answer === 'no'
        ? `\`${target}\` was not installed.`
        : `\`${target}\` was not installed: nobody could be asked.`,
    hint:
      answer === 'agent'
        ? 'An agent cannot install for you. Run it in a terminal of your own.'
        : answer === 'no'
          ? 'Nothing was changed.'
          : `Run it in a terminal to see what it brings and decide, or pass \`${flag}\`. \`--dry-run\` shows it.`,
  }),
} satisfies Partial<WordsFor<Codes>>;
