// Adds a note to a record.
import type { Note } from '../../contract/record/record.ts'

/** Older notes go first. */
const MOST_NOTES = 100

export const withNote = (notes: readonly Note[], text: string | undefined, at: number): Note[] =>
  text === undefined ? [...notes] : [...notes, { at, text }].slice(-MOST_NOTES)
