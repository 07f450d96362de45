// Markdown and coloured output as elements: every text of it is a text node, and a link shows where it leads.

import { useMemo } from 'preact/hooks';
import { type Block, blocksOf } from '../../src/text/markdown/blocks.js';
import type { Inline } from '../../src/text/markdown/inline.js';
import { painted } from '../../src/text/painted.js';
import { plain } from './foreign.js';

export function Markdown({ text }: { readonly text: string }) {
  const blocks = useMemo(() => blocksOf(text), [text]);
  return <Blocks of={blocks} />;
}

function Blocks({ of }: { readonly of: readonly Block[] }) {
  return (
    <div class="md" dir="auto">
      {of.map((block, i) => (
        <BlockOf block={block} key={i} />
      ))}
    </div>
  );
}

function BlockOf({ block }: { readonly block: Block }) {
  switch (block.is) {
    case 'heading':
      return (
        <p class={`h${Math.min(block.level, 4)}`}>
          <Line of={block.line} />
        </p>
      );
    case 'rule':
      return <hr />;
    case 'code':
      return <pre tabIndex={0}>{plain(block.text)}</pre>;
    case 'quote':
      return (
        <blockquote>
          <Blocks of={block.blocks} />
        </blockquote>
      );
    case 'list':
      return (
        <ul class="items">
          {block.items.map(({ indent, mark, lines }, i) => (
            <li class={`in${indent}`} key={i}>
              <span class="mark">{mark}</span>
              <span>
                <Lines of={lines} />
              </span>
            </li>
          ))}
        </ul>
      );
    case 'table':
      return (
        <div class="wide" tabIndex={0}>
          <table>
            <thead>
              <tr>
                {block.head.map((cell, i) => (
                  <th key={i} scope="col">
                    <Line of={cell} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, i) => (
                <tr key={i}>
                  {row.map((cell, j) => (
                    <td key={j}>
                      <Line of={cell} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    case 'paragraph':
      return (
        <p>
          <Lines of={block.lines} />
        </p>
      );
  }
}

function Lines({ of }: { readonly of: readonly (readonly Inline[])[] }) {
  return of.map((line, i) => (
    <>
      {i === 0 ? null : <br />}
      <Line of={line} />
    </>
  ));
}

function Line({ of }: { readonly of: readonly Inline[] }) {
  return of.map((piece, i) => <Piece piece={piece} key={i} />);
}

function Piece({ piece }: { readonly piece: Inline }) {
  if (typeof piece === 'string') return plain(piece);
  switch (piece.is) {
    case 'code':
      return <code>{plain(piece.text)}</code>;
    case 'link':
      return (
        <>
          <a href={piece.url} target="_blank" rel="noreferrer noopener nofollow">
            <Line of={piece.inside} />
          </a>
          {piece.says === piece.url ? null : <span class="soft"> ({plain(piece.url)})</span>}
        </>
      );
    default: {
      const Tag = piece.is;
      return (
        <Tag>
          <Line of={piece.inside} />
        </Tag>
      );
    }
  }
}

/** What a program printed, in its colours. */
export function Printed({ text }: { readonly text: string }) {
  const pieces = useMemo(() => painted(text), [text]);
  return (
    <pre tabIndex={0} dir="auto">
      {text === '' ? (
        <span class="soft">(nothing)</span>
      ) : (
        pieces.map(({ text: piece, classes }, i) =>
          classes === '' ? (
            plain(piece)
          ) : (
            <span class={classes} key={i}>
              {plain(piece)}
            </span>
          ),
        )
      )}
    </pre>
  );
}
