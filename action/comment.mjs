// Puts a comment on a pull request: the one that an earlier run of the action left is written anew.
//
//   GITHUB_TOKEN=… PULL_REQUEST=7 node comment.mjs FILE

import { readFileSync } from 'node:fs';

const { GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_TOKEN, PULL_REQUEST, GITHUB_WORKFLOW = '' } = process.env;
const [file] = process.argv.slice(2);
if (!GITHUB_API_URL || !GITHUB_REPOSITORY || !GITHUB_TOKEN || !file || !/^\d+$/.test(PULL_REQUEST ?? '')) {
  process.stderr.write(
    'usage: GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_TOKEN and PULL_REQUEST are set, and FILE is named\n',
  );
  process.exit(2);
}

const mark = `<!-- ctx action: ${GITHUB_WORKFLOW.replace(/[^\w .-]/g, '')} -->`;
const body = `${readFileSync(file, 'utf8')}\n${mark}\n`;
const comments = `${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/issues/${PULL_REQUEST}/comments`;

const own = await earlierComment();
const written =
  own === undefined
    ? await call(comments, 'POST', { body })
    : await call(`${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/issues/comments/${own}`, 'PATCH', { body });
process.stdout.write(`commented: ${written.html_url ?? written.id}\n`);

/** Only what a bot wrote is written over: a person may have pasted the mark. */
async function earlierComment() {
  for (let page = 1; page <= 10; page++) {
    const found = await call(`${comments}?per_page=100&page=${page}`, 'GET');
    const mine = found.find((each) => each.user?.type === 'Bot' && each.body?.includes(mark));
    if (mine !== undefined) return mine.id;
    if (found.length < 100) return undefined;
  }
  return undefined;
}

async function call(url, method, content) {
  const what = `${method} ${new URL(url).pathname}`;
  try {
    const answer = await fetch(url, {
      method,
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${GITHUB_TOKEN}`,
        'x-github-api-version': '2022-11-28',
        ...(content && { 'content-type': 'application/json' }),
      },
      ...(content && { body: JSON.stringify(content) }),
      redirect: 'error',
      signal: AbortSignal.timeout(30_000),
    });
    if (answer.ok) return await answer.json();
    const why = answer.status === 403 ? '; the workflow needs `permissions: pull-requests: write`' : '';
    return giveUp(`${what} was answered with ${answer.status}${why}`);
  } catch (error) {
    return giveUp(`${what} failed: ${error.cause?.code ?? error.name}`);
  }
}

function giveUp(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
