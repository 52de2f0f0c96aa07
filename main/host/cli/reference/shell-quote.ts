/** A word for bash, zsh and fish, whatever is in it: summaries have quotes and dollar signs. */
export const single = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
