// Search over titles and headings. The list is a file of the site; nothing is sent anywhere.

const input = document.querySelector('.search input');
const found = document.querySelector('.found');
const root = document.body.dataset.root;

input.addEventListener('input', () => {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const rows =
    words.length === 0 ? [] : globalThis.docsPages.map((page) => ({ page, score: scoreOf(page, words) }));
  const best = rows.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
  found.replaceChildren(...best.slice(0, 8).map(({ page }) => rowOf(page)));
  found.hidden = best.length === 0;
});

input.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') found.hidden = true;
  if (event.key === 'Enter') found.querySelector('a')?.click();
});

/** Every word has to be there; one in the title counts more. */
function scoreOf({ title, says, path }, words) {
  let score = 0;
  for (const word of words) {
    if (title.toLowerCase().includes(word)) score += 10;
    else if (path.toLowerCase().includes(word)) score += 5;
    else if (says.toLowerCase().includes(word)) score += 1;
    else return 0;
  }
  return score;
}

function rowOf({ title, path }) {
  const link = document.createElement('a');
  link.href = `${root}/${path}`;
  link.textContent = title;
  const row = document.createElement('li');
  row.append(link);
  return row;
}

// On a wide screen the list of pages is always open.
const pages = document.querySelector('nav details');
const wide = matchMedia('(min-width: 60rem)');
const unfold = () => {
  pages.open = wide.matches;
};
wide.addEventListener('change', unfold);
unfold();

// A long list shows where the reader is.
const here = pages.querySelector('[aria-current]');
if (here !== null && wide.matches) pages.parentElement.scrollTop = here.offsetTop - 100;
