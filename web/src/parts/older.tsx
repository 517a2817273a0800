import { Button } from '@mantine/core';

interface OlderProps {
  readonly pages: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
}

/** The button that adds the next page of a list whose newest entries come first. */
export const Older = ({ pages }: OlderProps) =>
  pages.hasNextPage && (
    <div className="beside row">
      <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        Older entries
      </Button>
    </div>
  );
