import { Button } from '@mantine/core';
import { loginOfItsOwn } from '../api/session';

/** Opens the login in its own window, or else in a tab, so that nothing on this page is lost. */
export const LoginButton = ({ login }: { readonly login: string | undefined }) => (
  <Button
    component="a"
    href={loginOfItsOwn(login)}
    target="_blank"
    onClick={(event) => {
      if (window.open(event.currentTarget.href, 'login', 'popup,width=520,height=720'))
        event.preventDefault();
    }}
  >
    Log in
  </Button>
);
