// Pure. Names of a table, written as one text.

/** `text` has them between spaces or ends of lines; none where it is empty. */
export const splitNames = (text: string): readonly string[] =>
  text.split(/\s+/).filter((name) => name !== '')
