// Every word of the dialog that shows a whole result.
import { counted } from '../../../contract/counted.ts'

export const strings = {
  open: 'Show all of the result',
  openChars: (chars: string) => `Show all ${counted(chars, 'character')}`,
  title: (tool: string) => `All that ${tool} gave`,
  close: 'Close',
  text: 'Result',
  search: 'Search in the result',
  searchHint: 'Search in the result',
  found: (at: number, all: number) => `${at} of ${all}`,
  foundMost: (at: number, all: number) => `${at} of the first ${all}`,
  none: 'Nothing found',
  next: 'Next match',
  previous: 'Previous match',
  copy: 'Copy all',
  copied: 'Copied',
  refused: 'This system gives the page no clipboard.',
  loading: 'Reading…',
  size: (lines: string, chars: string) =>
    `${counted(lines, 'line')}, ${counted(chars, 'character')}`,
  cut: 'The rest was not kept.',
  untrusted: 'Untrusted: somebody outside wrote it.',
  private: 'Private: it holds something of yours.',
  empty: 'The call gave no text.',
} as const
