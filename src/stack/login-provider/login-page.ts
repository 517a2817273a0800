/** A form with the fields *User* and *Password*. What was typed is not repeated in it. */
export const loginPage = (action: string, refusal?: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Log in</title><meta name="viewport" content="width=device-width">
<style>
body { font: 1rem/1.5 system-ui, sans-serif; display: grid; place-items: center; min-height: 95vh; }
form { display: grid; gap: 0.75rem; width: min(20rem, 90vw); }
label { display: grid; gap: 0.25rem; }
input, button { font: inherit; padding: 0.5rem; }
</style></head>
<body><main><h1>Log in to the demonstration</h1>
${refusal === undefined ? '' : `<p role="alert">${refusal}</p>`}
<form method="post" action="${action}">
<label>User <input name="user" autocomplete="username" autofocus required></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<button type="submit">Log in</button>
</form></main></body></html>`;
