// The yaml package's error codes in words a person can act on.
import type { YAMLError } from 'yaml'
import type { Words } from './problems.ts'

export const aliasWords: Words = {
  text: 'This alias ("*name") names no anchor before it.',
  hint: 'Put quotes around a value that begins with a star.',
}

const words: Partial<Record<YAMLError['code'], Words>> = {
  DUPLICATE_KEY: {
    text: 'This key appears twice in the same section.',
    hint: 'Remove one of the two. Gatehouse cannot tell which one you mean.',
  },
  TAB_AS_INDENT: { text: 'This line is indented with a tab.', hint: 'Use spaces.' },
  BAD_INDENT: {
    text: 'This line is not indented like the lines it belongs to.',
    hint: 'Give all keys of one section the same number of spaces.',
  },
  MISSING_CHAR: {
    text: 'Something is left open here: a quote, a bracket or the colon after a key.',
    hint: 'Close it, or write "key: value".',
  },
  BAD_SCALAR_START: {
    text: 'A plain value cannot begin with this character.',
    hint: 'Put quotes around the value.',
  },
  BLOCK_AS_IMPLICIT_KEY: {
    text: 'A second "key: value" begins inside a value.',
    hint: 'Put it on a line of its own, or put quotes around a value that has a colon in it.',
  },
  MULTILINE_IMPLICIT_KEY: {
    text: 'A key runs over several lines.',
    hint: 'Write "key: value" on one line; a colon is missing or a line is indented too far.',
  },
  MULTIPLE_DOCS: {
    text: 'A second document begins here with "---".',
    hint: 'Keep one document in the file.',
  },
  TAG_RESOLVE_FAILED: { text: 'Tags ("!name") are not allowed here.', hint: 'Remove the tag.' },
  NON_STRING_KEY: { text: 'A key must be a plain text.', hint: 'Write "key: value".' },
  BAD_DIRECTIVE: { text: 'Directives ("%name") are not allowed here.', hint: 'Remove the line.' },
  BAD_DQ_ESCAPE: {
    text: 'This backslash does not begin a known escape.',
    hint: 'Double the backslash, or use single quotes around the value.',
  },
}

export const syntaxWords = (fault: YAMLError): Words =>
  // An unclosed bracket comes as bad indentation of the bracket's list.
  (fault.code === 'BAD_INDENT' && fault.message.startsWith('Flow')
    ? words.MISSING_CHAR
    : words[fault.code]) ?? {
    text: `This is not YAML: ${fault.message.replace(/\.?\s*$/, '')}.`,
    hint: 'Compare the line with the example in the user guide.',
  }
