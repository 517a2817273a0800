import { ActionIcon, Button, Kbd, Menu, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { spotlight } from '@mantine/spotlight';
import { useEffect, useState } from 'react';
import type { Session } from '../../../src/desk/contract';
import { takeDeviceKey } from '../api/device';
import { logOut } from '../api/session';
import { lagosText } from '../format/time';
import { spoken } from '../format/words';
import { Badge } from '../parts/frames';
import { Instant, useCaseNow } from '../parts/instant';
import { Icon } from '../parts/icons';
import { forgetNotes } from '../commands/kept-note';
import { forgetDrafts } from '../schema/drafts';

interface TopBarProps {
  readonly session: Session;
  readonly onMenu: () => void;
}

/** The bar with search, colour scheme, and the person logged in. */
export const TopBar = ({ session, onMenu }: TopBarProps) => (
  <section className="shell-top" aria-label="Search and person">
    <ActionIcon
      variant="default"
      size="lg"
      className="only-narrow"
      aria-label="Open the list of pages"
      onClick={onMenu}
    >
      <Icon name="menu" />
    </ActionIcon>
    <Button
      variant="default"
      flex={1}
      maw={440}
      px="sm"
      c="dimmed"
      fw={400}
      styles={{ label: { flex: 1 } }}
      leftSection={<Icon name="search" size={16} />}
      rightSection={
        <Kbd className="only-wide" aria-hidden="true">
          Ctrl K
        </Kbd>
      }
      onClick={spotlight.open}
    >
      Search<span className="only-wide">&nbsp;and commands</span>
    </Button>
    <span className="grow only-wide" />
    {session.demonstration && (
      <span className="only-wide">
        <Badge tone="info">
          <DemonstrationClock />
        </Badge>
      </span>
    )}
    <SchemeButton />
    <PersonMenu session={session} />
  </section>
);

/** Says that it is a demonstration, and the present by the clock of its cases. */
function DemonstrationClock() {
  const nowMs = useCaseNow();
  const [, look] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => look((looks) => looks + 1), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs === undefined
    ? 'Demonstration'
    : `Demonstration, the cases go by this clock: ${lagosText(new Date(nowMs).toISOString())}`;
}

/** Interval at which the clock goes on, in milliseconds. */
const EVERY_MS = 1_000;

function SchemeButton() {
  // Keeps transitions on: switching them off would write a style into the page, which its policy forbids.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const other =
    useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark' ? 'light' : 'dark';
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={`Use ${other} colours`}
      onClick={() => setColorScheme(other)}
    >
      <Icon name={other === 'dark' ? 'moon' : 'sun'} />
    </ActionIcon>
  );
}

const PersonMenu = ({
  session: { subject, name, roles, branch, endsAt, demonstration },
}: {
  readonly session: Session;
}) => (
  <Menu position="bottom-end" withinPortal={false}>
    <Menu.Target>
      <Button variant="default" px="sm">
        {name}
      </Button>
    </Menu.Target>
    <Menu.Dropdown maw="calc(100vw - 24px)">
      <Menu.Label>{roles.map(spoken).join(', ')}</Menu.Label>
      {branch !== undefined && <Menu.Label>Branch {branch}</Menu.Label>}
      <Menu.Label>
        Logged in until <Instant at={endsAt} isReal />
      </Menu.Label>
      {demonstration && (
        <Menu.Label className="only-narrow">
          <DemonstrationClock />
        </Menu.Label>
      )}
      <DeviceKey subject={subject} />
      <Menu.Item onClick={() => void logOut(() => leave(subject))}>Log out</Menu.Item>
    </Menu.Dropdown>
  </Menu>
);

function leave(subject: string): void {
  forgetDrafts(subject);
  forgetNotes();
}

/** Makes a key on a device. The menu stays open, so that it can report a failure. */
function DeviceKey({ subject }: { readonly subject: string }) {
  const [isFailed, setFailed] = useState(false);
  const make = () =>
    takeDeviceKey(subject).then(
      () => setFailed(false),
      () => setFailed(true),
    );
  return (
    <>
      <Menu.Item closeMenuOnClick={false} onClick={() => void make()}>
        Make a key on my device
      </Menu.Item>
      {isFailed && (
        <Menu.Label role="alert">
          Your device has made no key: it was called off, or is not supported.
        </Menu.Label>
      )}
    </>
  );
}
