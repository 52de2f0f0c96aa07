// Text that a search by words can find again: one without a letter or a digit never is.
export const holdsWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

export const ASK_IN_WORDS = 'words with letters or digits, for only these are searched'
export const NOTE_IN_WORDS = 'a text with letters or digits, for otherwise no search would find it'
