// Skills, agents and servers that are installed.

import { code } from '../failure.js';

export const catalogCodes = () => ({
  catalog_entry_unknown: code<{ nearest?: string | undefined }>('catalog_entry_not_found'),
  catalog_source_unknown: code<{ known: readonly string[]; nearest?: string | undefined }>(
    'catalog_source_not_found',
  ),
  catalog_import_empty: code<{ refused: number }>('usage'),
  catalog_building: code<{ pid: number; since: string }>('runtime', { retryable: true }),
  catalog_unindexed: code<{ changed: string; reason: string }>('filesystem'),
  catalog_starter_kept: code('usage'),
  /** `command` is the host's own, where it has one for this. */
  catalog_kind_uninstallable: code<{
    what: string;
    host: string;
    source: string;
    command?: string | undefined;
  }>('usage'),
  catalog_server_unstartable: code<{ packages: readonly string[]; source: string }>('usage'),
  catalog_source_gone: code<{ source: string; reason: string }>('filesystem'),
  catalog_source_unfit: code<{ from: string; problem: string }>('policy'),
  catalog_licence_missing: code<{ from: string }>('policy'),
  /** `ours` is the entry that ctx put there. */
  catalog_place_taken: code<{ place: string; ours?: string | undefined }>('usage'),
  catalog_not_installed: code<{ known: readonly string[]; nearest?: string | undefined }>(
    'catalog_entry_not_found',
  ),
  catalog_install_changed: code<{ changed: string }>('usage'),
  install_untrusted: code<{ answer: 'no' | 'nobody' | 'agent'; flag: string }>('policy'),
});
