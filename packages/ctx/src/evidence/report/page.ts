// What every page has around it: a strict policy, its own style, what it was made from, and the digest of all its bytes.

import { hash } from 'node:crypto';
import { type Content, html, Markup } from '../story/markup.js';
import type { SessionStory } from '../story/story.js';
import { style } from './style.js';

export const reportSchema = 'ctx.report/1';
/** Of an index over many sessions. */
export const overviewSchema = 'ctx.reports/1';

export interface PageFacts {
  readonly title: string;
  /** Nothing of a page that is about many. */
  readonly session?: Pick<SessionStory, 'session_id' | 'head' | 'signature'>;
  readonly run_id?: string;
  /** Of an index: the pages that belong to it, each with the digest that it claims. */
  readonly pages?: readonly { readonly name: string; readonly sha256: string }[];
}

export const indexName = 'index.html';

/** Where the digest of the page stands, which is over the page without it. */
const emptyDigest = '<meta name="ctx-sha256" content="">';
/** It stands near the beginning. */
const headBytes = 4096;
const digestMeta = /<meta name="ctx-sha256" content="([0-9a-f]{64})">/;

export function pageOf({ title, session, run_id, pages = [] }: PageFacts, body: Content): string {
  const meta = (name: string, content: string) => html`<meta name="ctx-${name}" content="${content}">\n`;
  const sheet = hash('sha256', style, 'base64');
  const policy = `default-src 'none'; style-src 'sha256-${sheet}'; base-uri 'none'; form-action 'none'`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
${new Markup(emptyDigest)}
${meta('report', session === undefined ? overviewSchema : reportSchema)}${session === undefined ? undefined : meta('session-id', session.session_id)}${run_id === undefined ? undefined : meta('run-id', run_id)}${session === undefined ? undefined : meta('chain-head', session.head.hash)}${session?.signature === undefined ? undefined : meta('signature', session.signature.state)}${pages.map(({ name, sha256 }) => meta('page', `${name} ${sha256}`))}<title>${title}</title>
<style>${new Markup(style)}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`.text;
  return page.replace(emptyDigest, `<meta name="ctx-sha256" content="${hash('sha256', page)}">`);
}

/** The digest that a page claims, and the one that it has. */
export function pageDigests(page: Buffer): { readonly claimed: string; readonly actual: string } | undefined {
  const match = digestMeta.exec(page.toString('latin1', 0, headBytes));
  const [meta = '', claimed = ''] = match ?? [];
  if (match === null) return undefined;
  const rest = page.subarray(match.index + meta.length);
  const parts = [page.subarray(0, match.index), Buffer.from(emptyDigest), rest];
  return { claimed, actual: hash('sha256', Buffer.concat(parts)) };
}

/** What a page says it was made from; the values are those of a grammar that needs no escaping. */
export function metaOf(page: Buffer, name: string): readonly string[] {
  const head = page.toString('latin1', 0, page.indexOf('<title>'));
  return Array.from(
    head.matchAll(new RegExp(`<meta name="ctx-${name}" content="([^"]*)">`, 'g')),
    ([, value]) => value ?? '',
  );
}

/** The pages that an index names, each with its digest of 64 digits behind a blank. */
export function pagesIn(index: Buffer): Map<string, string> {
  return new Map(metaOf(index, 'page').map((entry) => [entry.slice(0, -65), entry.slice(-64)]));
}

/** One figure of the box at the top of a page. */
export function fact(name: string, value: string): Markup {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}
