// The changelog as an Atom feed: an entry for each version.

/** `changedAt` is for a section without a date of its own; `html` makes what a section says into HTML. */
export function atomFeed(changelog: string, changedAt: string, html: (text: string) => string): string {
  const [, ...sections] = changelog.split(/^## /m);
  const entries = sections.map((section) => entryOf(section, changedAt, html));
  const newest =
    entries
      .map(({ updated }) => updated)
      .sort()
      .at(-1) ?? changedAt;
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<title>Changes of ctx</title>
<id>urn:ctx:changes</id>
<updated>${newest}</updated>
<author><name>The maintainers of ctx</name></author>
<link rel="alternate" href="CHANGELOG.html"/>
${entries.map(({ xml }) => xml).join('\n')}
</feed>
`;
}

function entryOf(section: string, changedAt: string, html: (text: string) => string) {
  const [heading = '', ...lines] = section.split('\n');
  const [, version = heading, day] = /^(\S+)(?: \((\d{4}-\d{2}-\d{2})\))?/.exec(heading) ?? [];
  const updated = day === undefined ? changedAt : `${day}T00:00:00Z`;
  const xml = `<entry>
<title>ctx ${escaped(heading)}</title>
<id>urn:ctx:changes:${escaped(version)}</id>
<updated>${updated}</updated>
<link rel="alternate" href="CHANGELOG.html"/>
<content type="html">${escaped(html(lines.join('\n')))}</content>
</entry>`;
  return { updated, xml };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
