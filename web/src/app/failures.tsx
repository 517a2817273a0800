import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { sentenceOf } from '../api/problem';
import { Page } from '../parts/frames';
import { Empty } from '../parts/states';

/** An address that leads nowhere. */
export const NotFound = () => (
  <Page title="There is no such page">
    <Empty title="There is no such page">
      <p className="soft">The address may be old, or a letter of it lost. The queue has every open case.</p>
      <Link to="/">To the queue</Link>
    </Empty>
  </Page>
);

/** A fault of a page: the others go on. */
export const Crashed = ({ error }: { readonly error: unknown }) => (
  <Page title="This could not be loaded">
    <div role="alert">
      <Empty title="This could not be loaded">
        <p className="soft">{sentenceOf(error)}</p>
        <Button variant="default" onClick={() => window.location.reload()}>
          Load the page again
        </Button>
      </Empty>
    </div>
  </Page>
);
