// Words about second approvals.
type At = { readonly machine: string; readonly person: string }

const joined = (names: readonly string[], word: 'and' | 'or'): string =>
  names.length < 2
    ? (names[0] ?? 'somebody else')
    : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`

export const secondStrings = {
  /** Before the caller, in the queue. */
  fromRow: ({ machine, person }: At) => `From ${person}’s ${machine}`,
  fromTitle: ({ person }: At) => `${person} asks you to approve this as the second person.`,
  fromText: ({ machine }: At) =>
    `${machine} runs it, once, and only if you approve it. It shows what was signed there.`,
  waitsRow: 'Waits for a second person',
  waitsTitle: (asked: readonly At[]) =>
    `You approved this. It waits for ${joined([...new Set(asked.map(({ person }) => person))], 'or')}.`,
  waitsSent: (asked: readonly At[]) =>
    `${joined(
      asked.map(({ machine }) => machine),
      'and',
    )} can see it. You can still deny it.`,
  waitsUnsent: 'The request is being sent. You can still deny it.',
  needs: 'After you, a second person must approve this on their own machine.',
  by: ({ machine, person }: At) => `by ${person}, on ${machine}`,
  and: ({ machine, person }: At) => ` and by ${person}, on ${machine}`,
}
