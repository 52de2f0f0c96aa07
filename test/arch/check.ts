// Holds a tree of files against the floor plan. Pure: the tree is a map from path to text, so that
// the rules themselves can be tested on small trees that break them.
import { posix } from 'node:path'
import type { Module } from './floor-plan.ts'
import { ENTRIES, ISOLATED, OWNERS, SEALED } from './floor-plan.ts'
import { type Import, readImports } from './imports.ts'

/** Path from the root of the repository, with slashes, to the text of the file. */
export type Tree = ReadonlyMap<string, string>

const CODE = /\.(ts|tsx|mts|cts|js|jsx|mjs|cjs)$/

export const isCode = (path: string): boolean => CODE.test(path)

/**
 * Every breach of the plan, one line each, beginning with the file. Empty when the tree follows
 * it.
 */
export function checkTree(tree: Tree, modules: readonly Module[]): readonly string[] {
  const problems: string[] = []
  const edges = new Map<string, readonly string[]>()
  for (const [path, source] of tree) {
    if (!isCode(path)) continue
    const module = moduleOf(path, modules)
    if (module === null) {
      problems.push(`${path}: is in no module of the floor plan`)
      continue
    }
    const read = readImports(path, source)
    // The launcher works before there are packages, so it has to reach its neighbours by computed
    // paths. The command line that is run many times in one process is read again for each.
    if (module.at !== 'main/host/launch' && path !== 'test/cli/warm-program.ts')
      problems.push(...read.problems.map((text) => `${path}: ${text}`))
    const targets: string[] = []
    for (const one of read.imports) {
      const target = one.from.startsWith('.')
        ? posix.join(posix.dirname(path), one.from.replace(/\?.*$/, ''))
        : null
      if (target === null) problems.push(...checkOutside(path, module, one.from))
      else if (!tree.has(target)) problems.push(`${path}: imports ${one.from}, which is no file`)
      else {
        targets.push(target)
        problems.push(...checkInside(path, module, target, one, modules))
      }
    }
    edges.set(path, targets)
  }
  return [...problems, ...circles(edges), ...loneFiles(edges), ...emptyModules(tree, modules)]
}

function moduleOf(path: string, modules: readonly Module[]): Module | null {
  const fitting = modules.filter(({ at }) => isIn(path, at))
  return fitting.reduce<Module | null>(
    (best, module) => (best === null || module.at.length > best.at.length ? module : best),
    null,
  )
}

const isIn = (path: string, position: string): boolean =>
  path === position || path.startsWith(`${position}/`)

function checkInside(
  path: string,
  module: Module,
  target: string,
  one: Import,
  modules: readonly Module[],
): readonly string[] {
  const other = moduleOf(target, modules)
  if (other === null) return [`${path}: imports ${target}, which is in no module`]
  const problems: string[] = []
  if (other !== module && !module.modules.includes('*') && !module.modules.includes(other.at)) {
    problems.push(`${path}: ${module.at} may not import ${other.at} (${target})`)
  }
  const isolated = ISOLATED.find((folder) => isIn(path, folder) && isIn(target, folder))
  if (isolated !== undefined && folderWithin(path, isolated) !== folderWithin(target, isolated)) {
    problems.push(`${path}: a folder of ${isolated} may not import another (${target})`)
  }
  if (other.at === 'test' && module.at !== 'test' && !path.endsWith('.config.ts'))
    problems.push(`${path}: the product may not import tests (${target})`)
  for (const { module: sealed, name, files } of SEALED) {
    if (target !== sealed || module.at === 'test' || files.includes(path)) continue
    if (one.names.includes(name) || one.whole)
      problems.push(`${path}: only ${files.join(', ')} may import ${name} from ${sealed}`)
  }
  return problems
}

const folderWithin = (path: string, folder: string): string =>
  path.slice(folder.length + 1).split('/')[0] ?? ''

function checkOutside(path: string, module: Module, from: string): readonly string[] {
  if (module.at === 'test') return []
  const owners = ownersOf(from)
  if (owners !== null && !owners.some((owner) => isIn(path, owner))) {
    return [
      `${path}: may not import ${from}${owners.length === 0 ? '' : `; its place is ${owners.join(', ')}`}`,
    ]
  }
  if (from.startsWith('node:'))
    return module.node
      ? []
      : [`${path}: ${module.at} may not import ${from}: take what it needs as an argument`]
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
  const trail: string[] = []
  const visit = (path: string): void => {
    state.set(path, 'open')
    trail.push(path)
    for (const next of edges.get(path) ?? []) {
      const seen = state.get(next)
      if (seen === 'open')
        problems.push(
          `${next}: imports itself in a circle: ${[...trail.slice(trail.indexOf(next)), next].join(' → ')}`,
        )
      else if (seen === undefined) visit(next)
    }
    trail.pop()
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
    .map(({ at }) => `${at}: a module of the floor plan without a file`)
}
