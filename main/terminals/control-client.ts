// Talks to a tmux server through a client in control mode: commands in, blocks of lines out. Only
// what is written here is ever a command of tmux; what is typed into a session goes as codes of
// single characters.
//
// A program in the session can print anything, also the words that end a block. So each command is
// followed by one that prints a word nobody can know beforehand, and only what comes before
// that word counts.
import { randomUUID } from 'node:crypto'
import { letGo } from '../../contract/let-go.ts'
import type { Running } from './terminal-program.ts'

/** Of one answer. */
const MOST_CHARACTERS = 4_000_000
const ANSWER_MS = 10_000

export type ControlClient = {
  /** The lines of its answer; null: it failed, or the server is gone. */
  ask(command: string): Promise<readonly string[] | null>
  readonly ended: () => boolean
}

export function openControlClient({ stdin, stdout, exited }: Running): ControlClient {
  let ended = false
  let rest = ''
  let characters = 0
  let lines: string[] = []
  let waiting: {
    readonly word: string
    readonly done: (all: readonly string[] | null) => void
  } | null = null
  let last: Promise<unknown> = Promise.resolve()

  const finish = (all: readonly string[] | null): void => {
    const { done } = waiting ?? {}
    waiting = null
    lines = []
    characters = 0
    done?.(all)
  }
  const gone = (): void => {
    ended = true
    finish(null)
  }
  stdin.on('error', gone)
  stdout.on('error', gone)
  stdout.on('close', gone)
  letGo(exited.then(gone))
  const decoder = new TextDecoder()
  stdout.on('data', (chunk: Uint8Array) => {
    const pieces = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = pieces.pop() ?? ''
    // One line without an end is no answer of tmux.
    if (rest.length > MOST_CHARACTERS) rest = ''
    for (const line of pieces) {
      if (waiting === null) continue
      if (line === waiting.word) {
        finish(blockBefore(lines))
        continue
      }
      characters += line.length + 1
      if (characters <= MOST_CHARACTERS) lines.push(line)
    }
  })

  const askNow = async (command: string): Promise<readonly string[] | null> => {
    if (ended) return null
    const word = randomUUID()
    const answered = Promise.withResolvers<readonly string[] | null>()
    waiting = { word, done: answered.resolve }
    const timer = setTimeout(() => finish(null), ANSWER_MS)
    stdin.write(`${command}\ndisplay-message -p ${word}\n`)
    try {
      return await answered.promise
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    ask(command) {
      const asked = last.then(() => askNow(command))
      last = asked.catch(() => null)
      return asked
    },
    ended: () => ended,
  }
}

/**
 * What came before the word: the block of the command, perhaps notices, and the begin of the block
 * of the word. A notice never begins as an end does, so the last end is the real one.
 */
function blockBefore(lines: readonly string[]): readonly string[] | null {
  const end = lines.findLastIndex((line) => /^%(?:end|error) \d+ \d+ \d+$/.test(line))
  const first = lines.findIndex((line) => /^%begin \d+ \d+ \d+$/.test(line))
  if (first < 0 || end < first || lines[end]?.startsWith('%error') === true) return null
  return lines.slice(first + 1, end)
}
