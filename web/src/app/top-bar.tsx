import { ActionIcon, Button, Menu, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { spotlight } from '@mantine/spotlight';
import { useState } from 'react';
import type { Session } from '../../../src/desk/contract';
import { takeDeviceKey } from '../api/device';
import { logOut } from '../api/session';
import { Instant } from '../parts/instant';
import { Icon } from '../parts/icons';
import { texts } from '../texts';

interface TopBarProps {
  readonly session: Session;
  readonly onMenu: () => void;
}

/** Search, colours, and who is logged in. */
export const TopBar = ({ session, onMenu }: TopBarProps) => (
  <section className="shell-top" aria-label={texts.shell.topBar}>
    <span className="menu-opener">
      <ActionIcon variant="default" size="lg" aria-label={texts.shell.openNavigation} onClick={onMenu}>
        <Icon name="menu" />
      </ActionIcon>
    </span>
    <button type="button" className="search-opener" onClick={spotlight.open}>
      <Icon name="search" size={16} />
      <span>{texts.shell.search}</span>
      <kbd aria-hidden="true">Ctrl K</kbd>
    </button>
    <span className="grow" />
    {session.demonstration && <span className="badge info only-wide">{texts.shell.demonstration}</span>}
    <SchemeButton />
    <PersonMenu session={session} />
  </section>
);

function SchemeButton() {
  // Transitions stay on: switching them off would write a style into the page, which its policy forbids.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const other =
    useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark' ? 'light' : 'dark';
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={texts.shell.scheme[other]}
      onClick={() => setColorScheme(other)}
    >
      <Icon name={other === 'dark' ? 'moon' : 'sun'} />
    </ActionIcon>
  );
}

const PersonMenu = ({ session: { subject, name, roles, branch, endsAt } }: { readonly session: Session }) => (
  <Menu position="bottom-end" withinPortal={false}>
    <Menu.Target>
      <Button variant="default" px="sm">
        {name}
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Label>{roles.join(', ')}</Menu.Label>
      {branch !== undefined && <Menu.Label>{texts.shell.branch(branch)}</Menu.Label>}
      <Menu.Label>
        {texts.shell.sessionUntil} <Instant at={endsAt} />
      </Menu.Label>
      <DeviceKey subject={subject} />
      <Menu.Item onClick={() => void logOut()}>{texts.shell.logOut}</Menu.Item>
    </Menu.Dropdown>
  </Menu>
);

/** The menu stays open, so that it can say that no key was made. */
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
        {texts.shell.makeDevice}
      </Menu.Item>
      {isFailed && <Menu.Label role="alert">{texts.shell.noDeviceKey}</Menu.Label>}
    </>
  );
}
