// Whether two names are those of one person.

const folded = (name: string): string =>
  name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()

/** In doubt it is the same person: a second one has to be somebody else. */
export const samePerson = (a: string, b: string): boolean => folded(a) === folded(b)
