import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { sentenceOf } from '../api/problem';
import { Page } from '../parts/frames';
import { Empty } from '../parts/states';
import { texts } from '../texts';

/** An address that leads nowhere. */
export const NotFound = () => (
  <Page title={texts.states.notFound}>
    <Empty title={texts.states.notFound}>
      <p className="soft">{texts.states.notFoundAbout}</p>
      <Link to="/">{texts.states.toQueue}</Link>
    </Empty>
  </Page>
);

/** A fault of a page: the others go on. */
export const Crashed = ({ error }: { readonly error: unknown }) => (
  <Page title={texts.states.broken}>
    <div role="alert">
      <Empty title={texts.states.broken}>
        <p className="soft">{sentenceOf(error)}</p>
        <Button variant="default" onClick={() => window.location.reload()}>
          {texts.states.reload}
        </Button>
      </Empty>
    </div>
  </Page>
);
