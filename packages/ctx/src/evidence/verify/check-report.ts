// The pages of a report: each has the digest that it claims, all are of one session, and the index names every one.

import { hash } from 'node:crypto';
import { indexName, metaOf, pageDigests, pagesIn, reportSchema } from '../report/page.js';
import type { CheckedFolder } from './check-export.js';
import type { Findings } from './findings.js';
import type { FolderFiles } from './folder-files.js';

const pageName = /^run-[A-Za-z0-9][\w-]{0,127}\.html$/;

/** `alone`: one page was asked for, so nothing is missing where the others are not there. */
export function checkReport(files: FolderFiles, findings: Findings, alone: boolean): CheckedFolder {
  let first: { readonly session_id: string; readonly chain_head: string } | undefined;
  for (const [name, bytes] of files) {
    if (name !== indexName && !pageName.test(name)) {
      findings.add('file_unexpected', name, 'it is not a page of a report');
      continue;
    }
    const facts = checkPage(name, bytes, findings);
    if (facts === undefined) continue;
    first ??= facts;
    if (first.session_id !== facts.session_id || first.chain_head !== facts.chain_head)
      findings.add(
        'page_untrue',
        name,
        'it belongs to another session, or to another state of the session, than the other files',
      );
  }
  if (!alone) checkIndex(files, findings);
  return { session_id: first?.session_id ?? '', chain_head: first?.chain_head, runs: [] };
}

function checkPage(name: string, page: Buffer, findings: Findings) {
  const digests = pageDigests(page);
  const [schema, session_id, chain_head] = ['report', 'session-id', 'chain-head'].map(
    (each) => metaOf(page, each)[0],
  );
  if (
    digests === undefined ||
    schema !== reportSchema ||
    session_id === undefined ||
    chain_head === undefined
  ) {
    findings.add('page_malformed', name, 'it does not begin like a page of a report');
    return undefined;
  }
  if (digests.claimed !== digests.actual) {
    findings.add('page_digest_mismatch', name, 'its bytes do not match its digest');
    return undefined;
  }
  const [run_id] = metaOf(page, 'run-id');
  if (name !== (run_id === undefined ? indexName : `run-${run_id}.html`))
    findings.add('page_untrue', name, 'its content does not match its name');
  return { session_id, chain_head };
}

function checkIndex(files: FolderFiles, findings: Findings): void {
  const index = files.get(indexName);
  if (index === undefined) {
    findings.add(
      'index_missing',
      indexName,
      'it is missing, so nobody can tell whether pages are missing, too; you can verify single pages',
    );
    return;
  }
  const listed = pagesIn(index);
  for (const [name, sha256] of listed) {
    const page = files.get(name);
    if (page === undefined) findings.add('page_missing', name, 'the index names it, but it is missing');
    else if (hash('sha256', page) !== sha256)
      findings.add('page_untrue', name, 'it is not the page that the index was generated with');
  }
  for (const name of files.keys())
    if (name !== indexName && pageName.test(name) && !listed.has(name))
      findings.add('page_untrue', name, 'the index does not name it');
}
