// Holds a tree of files against the floor plan. Pure: the tree is a map from path to text, so that
// the rules themselves can be tested on small trees that break them.
import { posix } from 'node:path'
import type { Module } from './floor-plan.ts'
import { CELLS, ENTRIES, OWNERS, SEALED } from './floor-plan.ts'
import { type Import, readImports } from './imports.ts'

/** Path from the root of the repository, with slashes, to the text of the file. */
export type Tree = ReadonlyMap<string, string>

const CODE = /\.(ts|tsx|mts|cts|js|jsx|mjs|cjs)$/

export const isCode = (path: string): boolean => CODE.test(path)

/**
 * Every breach of the plan, one line each, beginning with the file. Empty when the house stands as
 * drawn.
 */
export function checkTree(tree: Tree, modules: readonly Module[]): readonly string[] {
  const problems: string[] = []
  const edges = new Map<string, readonly string[]>()
  for (const [path, source] of tree) {
    if (!isCode(path)) continue
    const moduleName = moduleOf(path, modules)
    if (moduleName === null) {
      problems.push(`${path}: is in no room of the floor plan`)
      continue
    }
    const read = readImports(path, source)
    // The launcher works before there are packages, so it has to reach its neighbours by computed
    // paths. The command line that is run many times in one process is read again for each.
    if (moduleName.at !== 'main/host/launch' && path !== 'test/cli/warm-program.ts')
      problems.push(...read.problems.map((text) => `${path}: ${text}`))
    const targets: string[] = []
    for (const one of read.imports) {
      const target = one.from.startsWith('.')
        ? posix.join(posix.dirname(path), one.from.replace(/\?.*$/, ''))
        : null
      if (target === null) problems.push(...checkOutside(path, moduleName, one.from))
      else if (!tree.has(target)) problems.push(`${path}: imports ${one.from}, which is no file`)
      else {
        targets.push(target)
        problems.push(...checkInside(path, moduleName, target, one, modules))
      }
    }
    edges.set(path, targets)
  }
  return [...problems, ...circles(edges), ...loneFiles(edges), ...emptyModules(tree, modules)]
}

function moduleOf(path: string, modules: readonly Module[]): Module | null {
  const fitting = modules.filter(({ at }) => isIn(path, at))
  return fitting.reduce<Module | null>(
    (best, moduleName) =>
      best === null || moduleName.at.length > best.at.length ? moduleName : best,
    null,
  )
}

const isIn = (path: string, position: string): boolean =>
  path === position || path.startsWith(`${position}/`)

function checkInside(
  path: string,
  moduleName: Module,
  target: string,
  one: Import,
  modules: readonly Module[],
): readonly string[] {
  const other = moduleOf(target, modules)
  if (other === null) return [`${path}: imports ${target}, which is in no room`]
  const problems: string[] = []
  if (
    other !== moduleName &&
    !moduleName.modules.includes('*') &&
    !moduleName.modules.includes(other.at)
  ) {
    problems.push(`${path}: ${moduleName.at} may not import ${other.at} (${target})`)
  }
  const cells = CELLS.find((folder) => isIn(path, folder) && isIn(target, folder))
  if (cells !== undefined && cellOf(path, cells) !== cellOf(target, cells)) {
    problems.push(`${path}: a folder of ${cells} may not import another (${target})`)
  }
  if (other.at === 'test' && moduleName.at !== 'test' && !path.endsWith('.config.ts'))
    problems.push(`${path}: the product may not import tests (${target})`)
  for (const { module, name, files } of SEALED) {
    if (target !== module || moduleName.at === 'test' || files.includes(path)) continue
    if (one.names.includes(name) || one.whole)
      problems.push(`${path}: only ${files.join(', ')} may import ${name} from ${module}`)
  }
  return problems
}

const cellOf = (path: string, folder: string): string =>
  path.slice(folder.length + 1).split('/')[0] ?? ''

function checkOutside(path: string, moduleName: Module, from: string): readonly string[] {
  if (moduleName.at === 'test') return []
  const owners = ownersOf(from)
  if (owners !== null && !owners.some((owner) => isIn(path, owner))) {
    return [
      `${path}: may not import ${from}${owners.length === 0 ? '' : `; its place is ${owners.join(', ')}`}`,
    ]
  }
  if (from.startsWith('node:'))
    return moduleName.node
      ? []
      : [`${path}: ${moduleName.at} may not import ${from}: take what it needs as an argument`]
  return owners === null
    ? [`${path}: imports ${from}, a package without an owner in the floor plan`]
    : []
}

function ownersOf(from: string): readonly string[] | null {
  const key = Object.keys(OWNERS).find(
    (name) => from === name || from.startsWith(name.endsWith('/') ? name : `${name}/`),
  )
  return key === undefined ? null : (OWNERS[key] ?? null)
}

/** Every circle once, by its files in order. Looks as deep as the imports go. */
function circles(edges: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const problems: string[] = []
  const state = new Map<string, 'open' | 'done'>()
  const pipeline: string[] = []
  const visit = (path: string): void => {
    state.set(path, 'open')
    pipeline.push(path)
    for (const next of edges.get(path) ?? []) {
      const seen = state.get(next)
      if (seen === 'open')
        problems.push(
          `${next}: imports itself in a circle: ${[...pipeline.slice(pipeline.indexOf(next)), next].join(' → ')}`,
        )
      else if (seen === undefined) visit(next)
    }
    pipeline.pop()
    state.set(path, 'done')
  }
  for (const path of edges.keys()) if (!state.has(path)) visit(path)
  return problems
}

/**
 * Files of the product that no other file of the product imports. A test is no reason to keep one.
 */
function loneFiles(edges: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const product = [...edges].filter(([path]) => !isIn(path, 'test'))
  const imported = new Set(product.flatMap(([, targets]) => targets))
  const lone = product.filter(([path]) => !imported.has(path) && !ENTRIES.includes(path))
  return lone.map(([path]) => `${path}: is imported by nothing in the product`)
}

function emptyModules(tree: Tree, modules: readonly Module[]): readonly string[] {
  const used = new Set([...tree.keys()].map((path) => moduleOf(path, modules)?.at))
  return modules
    .filter(({ at }) => !used.has(at))
    .map(({ at }) => `${at}: a room of the floor plan without a file`)
}
