// A pull request comment of ours as a forge shows it, by GitHub's Markdown.
// Where it is made there may be no font with coloured signs, so the one of a good result is drawn.

import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

export function commentPage(markdown: string): string {
  return `<!doctype html><meta charset="utf-8"><style>${style}</style><article><header><b>github-actions</b> <span>bot</span> commented</header><div>${rendered(markdown).replace('✅', '<i>✔</i>')}</div></article>`;
}

function rendered(markdown: string): string {
  const html = { allowDangerousHtml: true, htmlExtensions: [gfmHtml()] };
  return micromark(markdown, { ...html, extensions: [gfm()] });
}

const style = `
body{margin:0;background:#fff;color:#1f2328;font:14px/1.5 -apple-system,"Segoe UI","Noto Sans",Helvetica,Arial,sans-serif,"Noto Color Emoji"}
article{margin:20px;border:1px solid #d1d9e0;border-radius:6px}
header{background:#f6f8fa;border-bottom:1px solid #d1d9e0;padding:8px 16px;border-radius:6px 6px 0 0;color:#59636e}header b{color:#1f2328}
header span{border:1px solid #d1d9e0;border-radius:2em;font-size:12px;padding:0 6px}
article>div{padding:8px 16px 16px}h3{font-size:1.25em;margin:16px 0}
table{border-collapse:collapse;margin-bottom:16px}th,td{border:1px solid #d1d9e0;padding:6px 13px}tr:nth-child(2n) td{background:#f6f8fa}
code,pre{font:85%/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;background:#818b981f;border-radius:6px}
code{padding:.2em .4em;overflow-wrap:anywhere}pre{background:#f6f8fa;padding:16px;overflow:auto;white-space:pre-wrap}pre code{background:none;padding:0;font-size:100%}
details{margin-bottom:8px}summary{cursor:pointer}ul{padding-left:2em;margin:8px 0}a{color:#0969da}i{font-style:normal;color:#fff;background:#1a7f37;border-radius:4px;padding:0 .2em}p{margin:0 0 12px}
`;
