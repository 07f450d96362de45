// An address that leads nowhere.

import { Empty, Title } from '../parts/basics.js';

export function Unknown() {
  return (
    <>
      <Title title="No such view" />
      <Empty icon="catalog" title="There is no view at this address">
        <a href="/">Back to what runs now</a>
      </Empty>
    </>
  );
}
