// Runs a quick file from code that an earlier run has compiled. The compile cache of Node keeps of a file
// what the engine compiled when it read it; what runs later, which is most of a look, is compiled
// again each time. Here it is stored as it is at the end of a run, for each command by itself and for each
// way to ask it.
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Script } from 'node:vm'
import { replaceFile } from '../../../disk/replace-file.ts'
import { importFile } from '../../launch/import-file.mjs'
import { growNewSpace } from '../../launch/new-space.cjs'
import { exit } from '../exit.ts'
import type { QuickLook } from './quick-look.ts'

/** Before the code: the hash of what it was compiled from, and whether a later run found it whole. */
const HEADER = 96
const WHOLE = 'whole'
/** The build ends each quick file with its hash: 64 letters and a new line. */
const HASH = 64
/** As much more has to be compiled before the code is stored again, in bytes. */
const STEP = 16_384
/** To find out how much was compiled takes some milliseconds: of code that was whole, one run of so many does. */
const LOOKS_AGAIN = 8

/**
 * Gives what its entry exports, which the caller names. `cacheDir`: null where nothing can be stored. A program
 * that can write there can run code as Gatehouse.
 */
export function runQuickFile<Entry>(
  file: string,
  { file: name, command, way }: QuickLook,
  cacheDir: string | null,
): Entry {
  growNewSpace()
  const text = readFileSync(file, 'latin1')
  const hash = text.slice(-HASH - 1, -1)
  const stored = cacheDir && join(cacheDir, 'looks', codeFileOf(name, command, way))
  const known = stored === null ? null : storedCode(stored, hash)
  const url = pathToFileURL(file).href
  // The build put it in a function of these names (quick-files.mjs): put in one here, it would be copied.
  const script = new Script(text, { filename: url, ...(known && { cachedData: known.code }) })
  const used = script.cachedDataRejected === false ? known : null
  if (stored !== null) process.on('exit', () => store(stored, hash, script, used))
  const module: { exports: unknown } = { exports: {} }
  const run: Function = script.runInThisContext()
  // The build put it in the place of each `import` that is left in the file.
  const importOutside = (specifier: string): Promise<unknown> =>
    importFile(new URL(specifier, url).href)
  run(module.exports, createRequire(file), module, file, dirname(file), importOutside)
  // The build made it of that entry.
  return module.exports as Entry
}

const codeFileOf = (name: string, command: string, way: string | null): string =>
  `${name}.${command.replaceAll(' ', '-')}${way === null ? '' : `.${way}`}`

type StoredCode = { readonly code: Buffer; readonly isWhole: boolean }

/** Null where there is none of this very text. The engine itself refuses what another one compiled. */
function storedCode(file: string, hash: string): StoredCode | null {
  try {
    const bytes = readFileSync(file)
    const [of, found] = bytes.toString('latin1', 0, HEADER).trimEnd().split(' ')
    return of === hash ? { code: bytes.subarray(HEADER), isWhole: found === WHOLE } : null
  } catch {
    return null
  }
}

/**
 * What is stored grows by what each run compiled. By its size, and not by how much the engine has compiled in
 * all: a first run that composed a whole would have more than any later one. A run that failed ran less than
 * others will, so it says nothing of whether the code is whole.
 */
function store(file: string, hash: string, script: Script, used: StoredCode | null): void {
  const failed = process.exitCode !== exit.done
  if (used !== null && (used.isWhole || failed) && Math.random() * LOOKS_AGAIN >= 1) return
  const compiled = script.createCachedData()
  const isMore = compiled.length > (used?.code.length ?? 0) + STEP
  if (used !== null && !isMore && (used.isWhole || failed)) return
  const code = isMore || used === null ? compiled : used.code
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const header = Buffer.from(`${hash} ${isMore ? '' : WHOLE}`.padEnd(HEADER))
    // Whole or not at all: the engine believes what it reads.
    replaceFile(file, Buffer.concat([header, code]), 'content')
  } catch {
    // Where nothing can be written each run compiles.
  }
}
