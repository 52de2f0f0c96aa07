// Runs a bench, in a process of its own, and writes its lines as JSON behind what it prints. Where the window did not keep up, the machine was too busy to measure: a sentence
// says so, and the exit code is `NOT_MEASURED`. Anything else that goes wrong keeps its stack.
import { CannotGoOn, say } from '../../main/host/launch/say.mjs'
import { NOT_MEASURED } from './line.ts'
import type { BenchLine } from './line.ts'

type Bench = { readonly run?: () => Promise<readonly BenchLine[]> }

export async function measure(load: () => Promise<Bench>): Promise<void> {
  try {
    const { run } = await load()
    process.stdout.write(`\n${JSON.stringify((await run?.()) ?? [])}`)
  } catch (error) {
    const why = whyNotMeasured(error)
    if (why === null) throw error
    say(why)
    // What the bench had open would keep the process alive.
    process.exit(NOT_MEASURED)
  }
}

/** Null for what is no slowness. */
function whyNotMeasured(error: unknown): string | null {
  if (error instanceof CannotGoOn) return error.message
  if (!(error instanceof Error) || error.name !== 'TimeoutError') return null
  const [first = ''] = error.message.split('\n')
  return `the window did not keep up, so nothing was measured (${first}). Try again when the machine does less.`
}
