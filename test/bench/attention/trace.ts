// A trace of calls, always the same for one seed: sessions of a coding agent in one project.
import { mix } from './mix.ts'
import type { Effect, Shape } from './mix.ts'

export type TraceCall = {
  readonly session: number
  readonly tool: Shape['tool']
  readonly args: Readonly<Record<string, string>>
  readonly effect: Effect
}

const SOURCES = ['src/main.ts', 'src/parse.ts', 'src/format.ts', 'src/store.ts', 'src/server.ts']
const TESTS = ['parse.test.ts', 'format.test.ts', 'store.test.ts']
const FILES = [...SOURCES, ...TESTS.map((name) => `test/${name}`), 'package.json', 'README.md']
const WORDS = ['parse', 'format', 'store', 'open', 'close', 'value', 'error', 'server']

/** @param perSession calls that one session makes before the next begins */
export function makeTrace(count: number, seed: number, perSession = 60): readonly TraceCall[] {
  const random = generator(seed)
  const pick = <T>(of: readonly T[]): T => {
    const one = of[Math.floor(random() * of.length)]
    if (one === undefined) throw new Error('pick: nothing to pick from')
    return one
  }
  const total = mix.reduce((sum, { share }) => sum + share, 0)
  const fill = (text: string): string =>
    text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      switch (name) {
        case 'file':
          return pick(FILES)
        case 'source':
          return pick(SOURCES)
        case 'test':
          return pick(TESTS)
        case 'word':
          return pick(WORDS)
        case 'n':
          return String(pick([5, 10, 20, 40]))
        default:
          return `${pick(WORDS)}-${Math.floor(random() * 1000)}`
      }
    })
  return Array.from({ length: count }, (_, at) => {
    let left = random() * total
    const shape = mix.find(({ share }) => (left -= share) < 0) ?? pick(mix)
    return {
      session: Math.floor(at / perSession),
      tool: shape.tool,
      args: argsOf(shape.tool, fill(pick(shape.of))),
      effect: shape.effect,
    }
  })
}

function argsOf(tool: Shape['tool'], of: string): Readonly<Record<string, string>> {
  switch (tool) {
    case 'exec':
      return { command: of }
    case 'read_file':
    case 'list_dir':
      return { path: of }
    case 'write_file':
      return { path: of, content: `// ${of}\n` }
    case 'edit_file':
      return { path: of, old_text: '// marker', new_text: '// marker' }
    case 'web_fetch':
      return { url: of }
  }
}

/** Numbers from 0 up to 1, the same row for the same seed (mulberry32). */
function generator(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
