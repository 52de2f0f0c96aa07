// A trace of calls, always the same for one seed: sessions of coding agents in one project. Every
// second session is one of Gatehouse's own agent, the others are of an agent that is connected.
import { mix } from './mix.ts'
import type { Effect, Shape } from './mix.ts'

export type Caller = 'own' | 'connected'

export type TraceCall = {
  readonly session: number
  readonly caller: Caller
  readonly tool: Shape['tool']
  /** `{ws}` in them stands for the folder of the project. */
  readonly args: Readonly<Record<string, string>>
  readonly effect: Effect
  /** By the trace's own clock, since its first call. */
  readonly atMs: number
}

/** An agent that works on makes a call about as often; no limit of a minute is reached so. */
const PACE_MS = 4_000

/** Files that are there from the start, and stay: nothing of the trace removes them for good. */
export const SOURCES = ['main', 'parse', 'format', 'store', 'server'].map(
  (name) => `src/${name}.js`,
)
export const TESTS = ['parse', 'format', 'store'].map((name) => `${name}.test.js`)
const FILES = [...SOURCES, ...TESTS.map((name) => `test/${name}`), 'package.json', 'README.md']
export const WORDS = ['parse', 'format', 'store', 'open', 'close', 'value', 'error', 'server']
/** In every source, so that an edit finds what it replaces. */
export const MARKER = '// edited here'

/** The same call as it is asked for in a project in that folder. */
export const inFolder = ({ args }: TraceCall, folder: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(args).map(([key, value]) => [key, value.replaceAll('{ws}', folder)]),
  )

/** @param perSession calls that one session makes before the next begins; 259 sessions made 15,000 */
export function makeTrace(count: number, seed: number, perSession = 58): readonly TraceCall[] {
  const random = generator(seed)
  const pick = <T>(of: readonly T[]): T => {
    const one = of[Math.floor(random() * of.length)]
    if (one === undefined) throw new Error('pick: nothing to pick from')
    return one
  }
  const total = mix.reduce((sum, { share }) => sum + share, 0)
  const fill = (text: string): string => {
    // The same name wherever a line has it.
    const name = `${pick(WORDS)}-${Math.floor(random() * 1000)}`
    const source = pick(SOURCES)
    return text.replaceAll(/\{(\w+)\}/g, (whole, hole: string) => {
      switch (hole) {
        case 'file':
          return pick(FILES)
        case 'source':
          return source
        case 'test':
          return pick(TESTS)
        case 'testfile':
          return `test/${pick(TESTS)}`
        case 'word':
          return pick(WORDS)
        case 'n':
          return String(pick([5, 10, 20, 40]))
        case 'name':
          return name
        default:
          return whole
      }
    })
  }
  return Array.from({ length: count }, (_, at) => {
    let left = random() * total
    const shape = mix.find(({ share }) => (left -= share) < 0) ?? pick(mix)
    const session = Math.floor(at / perSession)
    return {
      session,
      caller: session % 2 === 0 ? 'own' : 'connected',
      tool: shape.tool,
      args: argsOf(shape.tool, fill(pick(shape.of)), `${pick(WORDS)} ${at}`),
      effect: shape.effect,
      atMs: at * PACE_MS,
    }
  })
}

function argsOf(tool: Shape['tool'], of: string, text: string): Readonly<Record<string, string>> {
  switch (tool) {
    case 'exec':
      return { command: of }
    case 'read_file':
    case 'list_dir':
      return { path: of }
    case 'write_file':
      return { path: of, content: `// ${text}\n` }
    case 'edit_file':
      return { path: of, old_text: `${MARKER}\n`, new_text: `${MARKER}\n// ${text}\n` }
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
