// What the repository is made of, and what would help in it: each with the place that says so.

import { useState } from 'preact/hooks';
import type { CatalogAnswer } from '../../src/dashboard/api.js';
import { counted, grouped } from '../../src/evidence/story/amounts.js';
import { Badge, Block, Command, Empty, FaultCard, Loading, Title } from '../parts/basics.js';
import { Columns } from '../parts/columns.js';
import { Foreign, plain } from '../parts/foreign.js';
import { useFetched } from '../state/fetched.js';
import { goTo, withQuery } from '../state/route.js';

export function CatalogView({ query }: { readonly query: URLSearchParams }) {
  const task = query.get('task') ?? '';
  const { value, fault, isLoading, again } = useFetched<CatalogAnswer>(
    `/api/catalog${task === '' ? '' : `?task=${encodeURIComponent(task)}`}`,
  );
  const [said, setSaid] = useState(task);
  const submit = (event: Event) => {
    event.preventDefault();
    goTo(withQuery({ task: said.trim() }));
  };
  return (
    <>
      <Title
        title="Catalog"
        sub="What this repository is made of, and the skills, agents and MCP servers that fit it."
      />
      <form class="row ask-catalog" onSubmit={submit}>
        <input
          type="search"
          aria-label="What you are about to do"
          placeholder="What you are about to do, e.g. write end-to-end tests"
          value={said}
          onInput={({ currentTarget }) => setSaid(currentTarget.value)}
        />
        <button type="submit" class="btn main">
          Recommend
        </button>
      </form>
      {fault !== undefined ? (
        <FaultCard fault={fault} again={again} />
      ) : value === undefined ? (
        <Loading lines={4} />
      ) : (
        <Found answer={value} isLoading={isLoading} />
      )}
    </>
  );
}

function Found({ answer, isLoading }: { readonly answer: CatalogAnswer; readonly isLoading: boolean }) {
  const { findings, files, recommended } = answer;
  const categories = [...new Set(findings.map(({ category }) => category))];
  return (
    <div aria-busy={isLoading}>
      <Block title="Recommended" end={`of ${grouped(recommended.catalog.nodes)} in the catalog`}>
        {recommended.recommendations.length === 0 ? (
          <Empty icon="catalog" title="Nothing fits yet" command="ctx catalog search testing">
            Say above what you are about to do, or search the catalog.
          </Empty>
        ) : (
          <ul class="cards">
            {recommended.recommendations.map(
              ({ id, kind, name, summary, reason, context_tokens, licence }) => (
                <li class="card offer" key={id}>
                  <div class="memory-head">
                    <Badge>{kind}</Badge>
                    <b class="grow">
                      <Foreign text={name} />
                    </b>
                  </div>
                  <p>
                    <Foreign text={summary} />
                  </p>
                  <p class="small because">
                    <Foreign text={reason} />
                  </p>
                  <p class="small soft">
                    {contextWords(context_tokens)}
                    {licence === undefined ? '' : ` · ${plain(licence)}`}
                  </p>
                  <Command line={`ctx catalog install ${id}`} />
                </li>
              ),
            )}
          </ul>
        )}
        {recommended.already_installed.length === 0 ? null : (
          <p class="small soft">
            Already installed:{' '}
            <Foreign text={recommended.already_installed.map(({ name }) => name).join(', ')} />
          </p>
        )}
      </Block>
      <Block
        title="Made of"
        end={`${counted(files.count, 'file')}, listed by ${files.source === 'git' ? 'git' : 'a walk'}`}
      >
        {findings.length === 0 ? (
          <p class="card soft">ctx recognised nothing here.</p>
        ) : (
          <div class="card wide" tabIndex={0}>
            <table class="made">
              <caption class="hidden">What the repository is made of</caption>
              <Columns of={['what', ['sure', 'n'], 'because']} />
              {categories.map((category) => (
                <tbody key={category}>
                  <tr>
                    <th scope="rowgroup" colSpan={3} class="category">
                      {category.replaceAll('_', ' ')}
                    </th>
                  </tr>
                  {findings
                    .filter((each) => each.category === category)
                    .map(({ name, confidence, evidence, evidence_count }) => (
                      <tr key={name}>
                        <td>
                          <b>
                            <Foreign text={name} />
                          </b>
                        </td>
                        <td class="n">{Math.round(confidence * 100)} %</td>
                        <td class="small">
                          {evidence.map(({ file, line, key, value }, i) => (
                            <div key={i}>
                              <code>{plain(`${file}${line === undefined ? '' : `:${line}`}`)}</code>{' '}
                              <span class="soft">
                                <Foreign
                                  text={[key, value].filter((each) => each !== undefined).join(' = ')}
                                />
                              </span>
                            </div>
                          ))}
                          {evidence_count > evidence.length ? (
                            <span class="soft">and {evidence_count - evidence.length} more places</span>
                          ) : null}
                        </td>
                      </tr>
                    ))}
                </tbody>
              ))}
            </table>
          </div>
        )}
      </Block>
      {[...answer.notes.map(({ file, problem }) => `${file}: ${problem}`), ...recommended.catalog_notes].map(
        (note) => (
          <p class="note" key={note}>
            <Foreign text={note} />
          </p>
        ),
      )}
    </div>
  );
}

type Offer = CatalogAnswer['recommended']['recommendations'][number];

/** What it takes of every session's context, where anybody can know that before it runs. */
function contextWords({ always, basis }: Offer['context_tokens']): string {
  if (always === null) return 'context: not known before it runs';
  return `${basis === 'at_most' ? 'at most ' : ''}${grouped(always)} tokens in every session`;
}
