// Every fault there is: one file of this folder each.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Fault } from './fault.ts'
import { NotHere } from './fault.ts'

const folder = join(import.meta.dirname, '..')
const notFaults: ReadonlySet<string> = new Set(['run.ts'])

/** By name. A file without a fault in it, or with another's name, is a mistake. */
export async function allFaults(): Promise<readonly Fault[]> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !notFaults.has(name))
  return Promise.all(
    names.toSorted().map(async (name) => {
      const { fault } = (await import(join(folder, name))) as { readonly fault?: Fault }
      if (fault === undefined || `${fault.name}.ts` !== name) throw new Error(`${name} has no fault of that name.`)
      return fault
    }),
  )
}

export type Outcome = { readonly kind: 'held' | 'failed' | 'skipped'; readonly text: string }

/** Never rejects. */
export async function runFault(fault: Fault): Promise<Outcome> {
  try {
    return { kind: 'held', text: await fault.run() }
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : String(cause)
    return { kind: cause instanceof NotHere ? 'skipped' : 'failed', text }
  }
}
