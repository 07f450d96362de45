// A pull request comment of ours as a forge shows it: only the Markdown that `ctx export --format markdown` writes is known here.
// Where it is made there may be no font with coloured signs, so the one of a good result is drawn.

export function commentPage(markdown: string): string {
  return `<!doctype html><meta charset="utf-8"><style>${style}</style><article><header><b>github-actions</b> <span>bot</span> commented</header><div>${blocks(markdown).replace('✅', '<i>✔</i>')}</div></article>`;
}

const style = `
body{margin:0;background:#fff;color:#1f2328;font:14px/1.5 -apple-system,"Segoe UI","Noto Sans",Helvetica,Arial,sans-serif,"Noto Color Emoji"}
article{margin:20px;border:1px solid #d1d9e0;border-radius:6px}
header{background:#f6f8fa;border-bottom:1px solid #d1d9e0;padding:8px 16px;border-radius:6px 6px 0 0;color:#59636e}header b{color:#1f2328}
header span{border:1px solid #d1d9e0;border-radius:2em;font-size:12px;padding:0 6px}
article>div{padding:8px 16px 16px}h3{font-size:1.25em;margin:16px 0}
table{border-collapse:collapse;margin-bottom:16px}th,td{border:1px solid #d1d9e0;padding:6px 13px}tr:nth-child(2n) td{background:#f6f8fa}
code,pre{font:85%/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;background:#818b981f;border-radius:6px}
code{padding:.2em .4em;overflow-wrap:anywhere}pre{background:#f6f8fa;padding:16px;overflow:auto;white-space:pre-wrap}
details{margin-bottom:8px}summary{cursor:pointer}ul{padding-left:2em;margin:8px 0}a{color:#0969da}i{font-style:normal;color:#fff;background:#1a7f37;border-radius:4px;padding:0 .2em}p{margin:0 0 12px}
`;

function blocks(markdown: string): string {
  return markdown
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .map((block) => {
      if (block.startsWith('### ')) return `<h3>${block.slice(4)}</h3>`;
      if (block.startsWith('|')) return table(block.split('\n'));
      if (block.startsWith('- '))
        return `<ul>${block
          .split('\n')
          .map((line) => `<li>${line.slice(2)}</li>`)
          .join('')}</ul>`;
      return block.startsWith('<') ? block : `<p>${linked(block)}</p>`;
    })
    .join('\n');
}

function table([head = '', , ...rows]: readonly string[]): string {
  const cells = (line: string, tag: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => `<${tag}>${cell.trim().replace(/\*\*(.*)\*\*/, '<b>$1</b>')}</${tag}>`)
      .join('');
  return `<table><tr>${cells(head, 'th')}</tr>${rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')}</table>`;
}

function linked(text: string): string {
  return text.replace(/\[([^\]]*)\]\(<([^>]*)>\)/g, '<a href="$2">$1</a>');
}
