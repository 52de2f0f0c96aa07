// What is wrong with the words of a command line, and what to write instead.
export type Wrong = readonly [text: string, hint: string]
