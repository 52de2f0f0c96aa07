// Pure. One thing that a server offers, looked through: what a person should read twice, and in
// which line.
import { highlightsIn, warningsOf, type Highlight, type Scanners } from './scan.ts'

export type ScanItem = {
  readonly name: string
  readonly words: string
  /** As it is shown. */
  readonly text: string
  /** Instructions, or a prompt. */
  readonly instructs?: boolean
}
export type Scanned = {
  readonly warnings: readonly string[]
  readonly highlights: readonly Highlight[]
}
export type ScanJob = {
  readonly items: readonly ScanItem[]
  /** Names of tools of anybody else. */
  readonly others: readonly string[]
  /** Names and titles of the server's own. */
  readonly own: readonly string[]
}

/** Off the main thread, within a budget: null for what was not looked at in time. */
export type ScanLater = (job: ScanJob) => Promise<readonly (Scanned | null)[]>

export function scanItem(
  { name, words, text, instructs = false }: ScanItem,
  others: ReadonlySet<string>,
  own: ReadonlySet<string>,
  scanners: Scanners,
): Scanned {
  const setting = { instructs, own }
  const warnings = warningsOf(`${name}\n${words}`, others, scanners, setting)
  return {
    warnings,
    highlights:
      warnings.length === 0 ? [] : highlightsIn(text.split('\n'), others, scanners, setting),
  }
}

/** As far as a look of this many characters goes, nobody notices it. */
export const SOON_CHARS = 60_000

export const UNSCANNED: Scanned = {
  warnings: ['It is too long to be looked through for hidden orders in time. Read all of it.'],
  highlights: [],
}
export const NOTHING_FOUND: Scanned = { warnings: [], highlights: [] }

/** What a look is remembered by. */
export const scanKey = ({ name, text }: ScanItem): string => `${name}\n${text}`
