/** Stand-ins, which the build replaces by the types that openapi-typescript makes of the desk's document. */
export type paths = object;
export type components = object;
export type operations = object;
export type webhooks = object;
