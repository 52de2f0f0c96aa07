// An argument that could be read as the action beside it. Pure.

/**
 * Whether another name than `action` could be taken for it: many programs do not tell `Action` from
 * `action`, and take the last. Which action such a call means, nobody can say.
 */
export const namesSecondAction = (args: unknown): boolean =>
  args !== null &&
  typeof args === 'object' &&
  Object.keys(args).some((name) => name !== 'action' && plainName(name) === 'action')

const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
