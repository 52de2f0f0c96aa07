// The short words a person may use when they play the model. What reads them and what offers them
// agree here.

/** `rest`: what is after the word. */
export type ManualWord = {
  readonly words: readonly [string, ...string[]]
  readonly tool: string
  readonly example: string
  readonly rest: 'path' | 'path-and-text' | 'command' | 'address'
}

export const manualWords = {
  read: {
    words: ['read', 'cat', 'open', 'show'],
    tool: 'read_file',
    example: 'read README.md',
    rest: 'path',
  },
  list: { words: ['list', 'ls', 'dir'], tool: 'list_dir', example: 'list src', rest: 'path' },
  write: {
    words: ['write', 'create', 'save'],
    tool: 'write_file',
    example: 'write notes.txt: some text',
    rest: 'path-and-text',
  },
  edit: {
    words: ['edit', 'replace'],
    tool: 'edit_file',
    example: 'edit notes.txt: old words => new words',
    rest: 'path-and-text',
  },
  run: { words: ['run', 'exec', '$'], tool: 'exec', example: 'run ls -la', rest: 'command' },
  fetch: {
    words: ['fetch', 'browse'],
    tool: 'web_fetch',
    example: 'fetch https://example.org',
    rest: 'address',
  },
  request: {
    words: ['get', 'post', 'put', 'patch', 'delete'],
    tool: 'http',
    example: 'get https://example.org',
    rest: 'address',
  },
} as const satisfies Readonly<Record<string, ManualWord>>
