import { Button } from '@mantine/core';
import { loginOfItsOwn } from '../api/session';

/** Logs in in a window of its own, so that nothing on this page is lost; where a browser opens none, in a tab. */
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
