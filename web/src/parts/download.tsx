import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { addressOf, type GetPath, type Address } from '../api/client';

interface DownloadProps extends Address {
  readonly path: GetPath;
  readonly size?: 'xs';
  readonly children: ReactNode;
}

/** A button that downloads a file of the desk. */
export const Download = ({ path, size, children, ...address }: DownloadProps) => (
  <Button variant="default" component="a" href={addressOf(path, address)} download {...(size && { size })}>
    {children}
  </Button>
);
