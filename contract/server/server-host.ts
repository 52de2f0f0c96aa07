// The host of a server's address. Beside server.ts and without zod, for code that needs only this.

/**
 * Where a credential of a program is bound to: a name that leads nowhere, so that it can be sent to
 * no host.
 */
export const hostOfServer = (name: string): string => `${name}.mcp.invalid`
