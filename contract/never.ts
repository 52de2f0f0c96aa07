/** Ends every switch over a union: a new member breaks the build at each place that decides. */
export function assertNever(value: never, where: string): never {
  throw new Error(`${where}: unhandled case ${JSON.stringify(value)}`)
}
