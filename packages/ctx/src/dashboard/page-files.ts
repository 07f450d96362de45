// The page itself: a few files that ship with the program, under names that are known beforehand. Nothing that a request says becomes a path.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { isSystemError } from '../protocol/failure.js';
import { answerJson, plainHeaders, type Route } from '../serve/route.js';
import { pageFiles, pagePaths } from './api.js';

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** No script, style, picture or connection but from here; nothing inline. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface PageFile {
  readonly plain: Buffer;
  readonly tag: string;
  readonly type: string;
  gzip?: Buffer;
  br?: Buffer;
}

/** Open: whoever asks may see them, because they hold nothing of anybody's. `folder`: where the built page lies. */
export function pageRoutes(folder: string): Route[] {
  const files = new Map<string, PageFile>();
  const route = (path: string, name: string): Route => ({
    method: 'GET',
    path,
    open: true,
    handle: (request, response) => serveFile(request, response, fileAt(folder, name, files)),
  });
  return [
    ...pagePaths.map((path) => route(path, 'index.html')),
    ...pageFiles.map((name) => route(`/page/${name}`, name)),
  ];
}

function fileAt(folder: string, name: string, files: Map<string, PageFile>): PageFile | undefined {
  const known = files.get(name);
  if (known !== undefined) return known;
  try {
    const plain = readFileSync(join(folder, name));
    const tag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
    const file = { plain, tag, type: types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream' };
    files.set(name, file);
    return file;
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function serveFile(request: IncomingMessage, response: ServerResponse, file: PageFile | undefined): void {
  if (file === undefined) {
    answerJson(response, 404, { error: 'this build of ctx has no page' });
    return;
  }
  const headers = {
    ...plainHeaders,
    'content-security-policy': pagePolicy,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    // The browser asks each time, and is told that nothing changed.
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    etag: file.tag,
    'content-type': file.type,
  };
  if (request.headers['if-none-match'] === file.tag) {
    response.writeHead(304, headers);
    response.end();
    return;
  }
  const { body, encoding } = encoded(request, file);
  response.writeHead(200, {
    ...headers,
    ...(encoding !== undefined && { 'content-encoding': encoding }),
    'content-length': body.length,
  });
  response.end(body);
}

function encoded(request: IncomingMessage, file: PageFile): { body: Buffer; encoding?: string } {
  const accepted = String(request.headers['accept-encoding'] ?? '').split(/\s*,\s*/);
  if (accepted.includes('br')) {
    const quality = { [constants.BROTLI_PARAM_QUALITY]: 9 };
    file.br ??= brotliCompressSync(file.plain, { params: quality });
    return { body: file.br, encoding: 'br' };
  }
  if (accepted.includes('gzip')) {
    file.gzip ??= gzipSync(file.plain);
    return { body: file.gzip, encoding: 'gzip' };
  }
  return { body: file.plain };
}
