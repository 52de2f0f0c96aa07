// Reads the outline of a WebAssembly binary before anything runs it: which memories, imports and
// exports it has. A memory without a maximum is given one. Never compiles it; what lies inside the
// functions is checked by the engine in the child.
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'

const MODULE = 'wasi_snapshot_preview1'
const MAX_ITEMS = 100_000
/** Each may grow to a million entries, outside of every other limit. Compilers make one. */
const MAX_TABLES = 8

export type ModuleFacts = {
  /** Pages of 64 KiB. */
  readonly memory: { readonly initial: number; readonly maximum: number }
  /** The calls it asks for, all of `wasi_snapshot_preview1`. */
  readonly imports: readonly string[]
  /** The module to be run: itself, or with the maximum of its memory written into it. */
  readonly bounded: Uint8Array
}

type Memory = {
  readonly initial: number
  readonly maximum: number | null
  readonly shared: boolean
  readonly wide: boolean
}
type Export = { readonly name: string; readonly kind: number }

/** Of pages, of 64 KiB each; as many as they fill in part. */
const mebibytes = (pages: number): number => Math.ceil(pages / 16)

/**
 * What a module declares, or why it is not run. Failures: `wasm.not-wasm`, `wasm.component`,
 * `wasm.version`, `wasm.malformed`, `wasm.too-large`, `wasm.import`, `wasm.memory-imported`,
 * `wasm.no-memory`, `wasm.memories`, `wasm.memory-shared`, `wasm.memory-64`, `wasm.maximum`,
 * `wasm.tables`, `wasm.exports`.
 */
export function inspectModule(
  bytes: Uint8Array,
  limits: { readonly memoryPages: number; readonly moduleBytes: number },
): Result<ModuleFacts, Failure> {
  const bad = (code: string, text: string, hint?: string) =>
    err(failure(`wasm.${code}`, text, hint))
  if (bytes.length > limits.moduleBytes)
    return bad(
      'too-large',
      `The module has ${bytes.length} bytes; at most ${limits.moduleBytes} are taken.`,
      'Build it with optimisation and without debug data.',
    )
  if (
    bytes.length < 8 ||
    bytes[0] !== 0 ||
    bytes[1] !== 0x61 ||
    bytes[2] !== 0x73 ||
    bytes[3] !== 0x6d
  )
    return bad(
      'not-wasm',
      'This is not a WebAssembly module: it does not begin with its mark.',
      'Give the .wasm file that the compiler wrote.',
    )
  const version = (bytes[4] ?? 0) | ((bytes[5] ?? 0) << 8)
  const layer = (bytes[6] ?? 0) | ((bytes[7] ?? 0) << 8)
  if (layer === 1)
    return bad(
      'component',
      'This is a component (WASI preview 2); only plain modules can be run.',
      'Build it for the target wasm32-wasip1.',
    )
  if (layer !== 0 || version !== 1)
    return bad('version', `The module has format ${version}.${layer}; only 1 is known.`)

  let outline: Outline
  try {
    outline = readOutline(bytes)
  } catch (error) {
    if (!(error instanceof Malformed)) throw error
    return bad('malformed', `The module cannot be read: ${error.message}.`, 'Build it again.')
  }
  const { imports, memories, exports } = outline
  const foreign = imports.find((each) => each.module !== MODULE)
  if (foreign !== undefined && foreign.kind !== 2)
    return bad(
      'import',
      `The module asks for ${show(foreign.module)}.${show(foreign.name)}; only ${MODULE} is offered.`,
      'Build it for the target wasm32-wasip1, without other host functions.',
    )
  if (imports.some(({ kind }) => kind === 2))
    return bad(
      'memory-imported',
      'The module imports its memory instead of bringing it.',
      'Link it without --import-memory.',
    )
  const odd = imports.find(({ kind }) => kind !== 0)
  if (odd !== undefined)
    return bad('import', `The module imports ${show(odd.name)}, which is not a function.`)
  if (memories.length > 1)
    return bad('memories', `The module has ${memories.length} memories; only one is taken.`)
  const memory = memories[0]
  if (memory === undefined)
    return bad('no-memory', 'The module has no memory, so no WASI call could work.')
  if (memory.shared)
    return bad(
      'memory-shared',
      'The memory of the module is shared between threads; there are none here.',
      'Build it without threads.',
    )
  if (memory.wide)
    return bad('memory-64', 'The module has a 64-bit memory; WASI preview 1 knows 32 bits only.')
  const maximum = memory.maximum ?? limits.memoryPages
  if (maximum > limits.memoryPages || memory.initial > maximum)
    return bad(
      'maximum',
      `The module says that it takes up to ${mebibytes(Math.max(memory.initial, maximum))} MiB of memory; it may have ${mebibytes(limits.memoryPages)}.`,
      'Raise memory_bytes in its manifest and review it, or link it with a lower --max-memory.',
    )
  if (outline.tables > MAX_TABLES)
    return bad(
      'tables',
      `The module has ${outline.tables} tables; at most ${MAX_TABLES} are taken.`,
    )
  const exported = (name: string, kind: number) =>
    exports.some((each) => each.name === name && each.kind === kind)
  if (!exported('_start', 0))
    return bad(
      'exports',
      'The module has no function _start.',
      'Build it as a program (a WASI command), not as a library.',
    )
  if (!exported('memory', 2))
    return bad(
      'exports',
      'The module does not export its memory under the name memory.',
      'Link it with the memory exported.',
    )
  return ok({
    memory: { initial: memory.initial, maximum },
    imports: imports.map(({ name }) => name),
    bounded:
      memory.maximum === null ? withMaximum(bytes, outline.memoryAt, memory, maximum) : bytes,
  })
}

type Outline = {
  readonly imports: { readonly module: string; readonly name: string; readonly kind: number }[]
  readonly memories: Memory[]
  readonly exports: Export[]
  tables: number
  /** Where the section of memories begins and ends. */
  memoryAt: readonly [number, number]
}

class Malformed extends Error {}

function readOutline(bytes: Uint8Array): Outline {
  const outline: Outline = { imports: [], memories: [], exports: [], tables: 0, memoryAt: [0, 0] }
  const all = reader(bytes)
  all.skip(8)
  while (!all.atEnd()) {
    const start = all.at()
    const id = all.byte()
    const section = reader(all.take(all.count('a section')))
    const each = (read: () => void) => {
      const count = section.count('a list')
      if (count > MAX_ITEMS) throw new Malformed('a list is longer than any engine takes')
      for (let at = 0; at < count; at++) read()
    }
    if (id === 2) each(() => outline.imports.push(readImport(section)))
    else if (id === 5) {
      each(() => outline.memories.push(readMemory(section)))
      outline.memoryAt = [start, all.at()]
    } else if (id === 4) {
      // What the entries look like is the engine's business; their number is all that counts here.
      outline.tables += section.count('a list')
      continue
    } else if (id === 7) {
      each(() => {
        const name = section.text()
        outline.exports.push({ name, kind: section.byte() })
        section.count('an index')
      })
    } else continue
    if (!section.atEnd()) throw new Malformed(`section ${id} is longer than what it holds`)
  }
  return outline
}

/** Compilers leave the maximum out unless they are told one; without it a memory knows no end. */
function withMaximum(
  bytes: Uint8Array,
  [start, end]: Outline['memoryAt'],
  { initial }: Memory,
  maximum: number,
): Uint8Array {
  const memory = [1, 1, ...leb(initial), ...leb(maximum)]
  const section = Uint8Array.from([5, ...leb(memory.length), ...memory])
  const bounded = new Uint8Array(start + section.length + bytes.length - end)
  bounded.set(bytes.subarray(0, start))
  bounded.set(section, start)
  bounded.set(bytes.subarray(end), start + section.length)
  return bounded
}

const leb = (value: number): readonly number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb(value >>> 7)]

function readImport(section: Reader): Outline['imports'][number] {
  const [module, name, kind] = [section.text(), section.text(), section.byte()]
  if (kind === 0) section.count('a type')
  else if (kind === 1) {
    // Reference types may be more than one byte long (0x63 and 0x64 carry a heap type).
    const type = section.byte()
    if (type === 0x63 || type === 0x64) section.count('a heap type')
    readMemory(section)
  } else if (kind === 2) readMemory(section)
  else if (kind === 3) section.skip(2)
  else if (kind === 4) {
    section.skip(1)
    section.count('a type')
  } else throw new Malformed(`import of unknown kind ${kind}`)
  return { module, name, kind }
}

/** Limits: bit 0 a maximum, bit 1 shared, bit 2 64-bit, bit 3 another page size. */
function readMemory(section: Reader): Memory {
  const flags = section.byte()
  if (flags > 7) throw new Malformed('a memory of a kind that is not known')
  const initial = section.count('a size')
  return {
    initial,
    maximum: (flags & 1) === 1 ? section.count('a size') : null,
    shared: (flags & 2) !== 0,
    wide: (flags & 4) !== 0,
  }
}

type Reader = ReturnType<typeof reader>

function reader(bytes: Uint8Array) {
  let at = 0
  const take = (length: number): Uint8Array => {
    if (length > bytes.length - at) throw new Malformed('it ends in the middle')
    at += length
    return bytes.subarray(at - length, at)
  }
  const byte = (): number => take(1)[0] ?? 0
  /** LEB128 of up to 64 bits; more than 2^53 is no size of anything here. */
  const count = (what: string): number => {
    let value = 0
    for (let shift = 0; shift < 70; shift += 7) {
      const next = byte()
      value += (next & 0x7f) * 2 ** shift
      if (next < 0x80) {
        if (!Number.isSafeInteger(value)) break
        return value
      }
    }
    throw new Malformed(`${what} has a number that is too long`)
  }
  const text = (): string => {
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
        take(count('a name')),
      )
    } catch (error) {
      if (error instanceof Malformed) throw error
      throw new Malformed('a name is not UTF-8')
    }
  }
  return { byte, take, skip: take, count, text, at: () => at, atEnd: () => at === bytes.length }
}

/** A name out of the module, harmless and short. */
const show = (name: string): string => name.replace(/[^\x21-\x7e]/g, '?').slice(0, 60)
