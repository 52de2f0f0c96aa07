// What oxlint's verdict on a file with types depends on, as one short text: its bytes, and the shape
// of everything that it imports, however far away. The compiler keeps both the imports and those
// shapes (`signature`: a hash of the declarations) for its own question of what to check again.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The parts of a `.tsbuildinfo` of TypeScript 7 that are read here. Numbers begin at 1, and name
 * entries of `fileNames` or `fileIdsList`.
 * @typedef {{version: string, signature?: string, affectsGlobalScope?: boolean}} FileInfo
 * @typedef {{fileNames: string[], fileInfos: (string | FileInfo)[], fileIdsList?: number[][], referencedMap?: [file: number, list: number][], options?: unknown}} BuildInfo
 */

/** Or might. */
const IMPORTS_OURS = /['"]\.|\bimport\(|\brequire\(/

/** @param {readonly string[]} parts */
const hashOf = (parts) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/**
 * What the files of a project and all that they import look like to those who import them.
 * @param {BuildInfo} info as the compiler wrote it after a check without an error
 * @param {string} file where that stands
 * @param {ReadonlySet<string>} wanted whole paths
 * @returns {Map<string, string>} by whole path, of those wanted that are in the project
 */
export function shapesOf(info, file, wanted) {
  const infos = info.fileInfos.map((one) => (typeof one === 'string' ? { version: one } : one))
  const shapes = infos.map(({ version, signature }) => signature ?? version)
  const everywhere = infos.flatMap((one, at) =>
    one.affectsGlobalScope === true ? [`${info.fileNames[at]} ${one.version}`] : [],
  )
  const common = hashOf([JSON.stringify(info.options ?? null), ...everywhere])
  /** @type {(readonly number[] | undefined)[]} */
  const imports = []
  for (const [from, list] of info.referencedMap ?? [])
    imports[from - 1] = info.fileIdsList?.[list - 1] ?? []

  const described = info.fileNames.map((name, at) => `${name} ${shapes[at]}`)
  const hashes = hashesOfReached(described, imports)
  return new Map(
    info.fileNames.flatMap((name, at) => {
      const path = join(dirname(file), name)
      return wanted.has(path) ? [[path, hashOf([common, hashes[at] ?? ''])]] : []
    }),
  )
}

/**
 * For each file a hash of everything that it reaches: of itself and of those it imports. Files that
 * import each other in a circle reach the same, so they have one hash (Tarjan's strongly connected
 * components, which come out with the farthest first).
 * @param {readonly string[]} described
 * @param {readonly (readonly number[] | undefined)[]} imports positions, one more than the index
 * @returns {readonly string[]}
 */
function hashesOfReached(described, imports) {
  /** @type {string[]} */
  const hashes = []
  /** @type {number[]} */
  const order = []
  /** @type {number[]} */
  const lowest = []
  /** @type {number[]} */
  const open = []
  let count = 0
  /** @param {number} at */
  const visit = (at) => {
    const mine = count++
    order[at] = mine
    let low = mine
    open.push(at)
    for (const next of imports[at] ?? []) {
      if (hashes[next - 1] !== undefined) continue
      if (order[next - 1] === undefined) visit(next - 1)
      low = Math.min(low, lowest[next - 1] ?? low)
    }
    lowest[at] = low
    if (low < mine) return
    const circle = open.splice(open.indexOf(at))
    const beyond = circle.flatMap((one) =>
      (imports[one] ?? []).flatMap((next) => hashes[next - 1] ?? []),
    )
    const hash = hashOf([
      ...circle.map((one) => described[one] ?? '').toSorted(),
      ...[...new Set(beyond)].toSorted(),
    ])
    for (const one of circle) hashes[one] = hash
  }
  for (const at of described.keys()) if (hashes[at] === undefined) visit(at)
  return hashes
}

/**
 * The key of each file: as long as it is the same, so is what oxlint says of it.
 * @param {readonly string[]} files whole paths
 * @param {readonly ReadonlyMap<string, string>[]} projects of `shapesOf`
 * @param {string} common what all depend on
 * @returns {Map<string, string>} without a file that cannot be read, or that no project has and that imports others of ours
 */
export function lintKeys(files, projects, common) {
  /** @type {Map<string, string>} */
  const keys = new Map()
  for (const file of files) {
    const shapes = projects.flatMap((project) => project.get(file) ?? [])
    const bytes = read(file)
    if (bytes === null || (shapes.length === 0 && IMPORTS_OURS.test(bytes))) continue
    keys.set(file, hashOf([common, bytes, ...shapes]))
  }
  return keys
}

/** @param {string} file @returns {string | null} */
function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
