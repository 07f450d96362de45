// The names over the columns of a table.

/** With a look where it has one: `n` for numbers, `opt` for what a narrow screen leaves out. */
type Column = string | readonly [name: string, look: 'n' | 'opt'];

export function Columns({ of }: { readonly of: readonly Column[] }) {
  return (
    <thead>
      <tr>
        {of.map((column) => {
          const [name, look] = typeof column === 'string' ? [column] : column;
          return (
            <th key={name} scope="col" class={look}>
              {name}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
