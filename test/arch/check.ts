// Holds a tree of files against the floor plan. Pure: the tree is a map from path to text, so that
// the rules themselves can be tested on small trees that break them.
import { posix } from 'node:path'
import type { Room } from './floor-plan.ts'
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
export function checkTree(tree: Tree, rooms: readonly Room[]): readonly string[] {
  const problems: string[] = []
  const edges = new Map<string, readonly string[]>()
  for (const [path, source] of tree) {
    if (!isCode(path)) continue
    const room = roomOf(path, rooms)
    if (room === null) {
      problems.push(`${path}: is in no room of the floor plan`)
      continue
    }
    const read = readImports(path, source)
    // The launcher works before there are packages, so it has to reach its neighbours by computed
    // paths.
    if (room.at !== 'main/host/launch')
      problems.push(...read.problems.map((text) => `${path}: ${text}`))
    const targets: string[] = []
    for (const one of read.imports) {
      const target = one.from.startsWith('.')
        ? posix.join(posix.dirname(path), one.from.replace(/\?.*$/, ''))
        : null
      if (target === null) problems.push(...checkOutside(path, room, one.from))
      else if (!tree.has(target)) problems.push(`${path}: imports ${one.from}, which is no file`)
      else {
        targets.push(target)
        problems.push(...checkInside(path, room, target, one, rooms))
      }
    }
    edges.set(path, targets)
  }
  return [...problems, ...circles(edges), ...loneFiles(edges), ...emptyRooms(tree, rooms)]
}

function roomOf(path: string, rooms: readonly Room[]): Room | null {
  const fitting = rooms.filter(({ at }) => isIn(path, at))
  return fitting.reduce<Room | null>(
    (best, room) => (best === null || room.at.length > best.at.length ? room : best),
    null,
  )
}

const isIn = (path: string, place: string): boolean =>
  path === place || path.startsWith(`${place}/`)

function checkInside(
  path: string,
  room: Room,
  target: string,
  one: Import,
  rooms: readonly Room[],
): readonly string[] {
  const other = roomOf(target, rooms)
  if (other === null) return [`${path}: imports ${target}, which is in no room`]
  const problems: string[] = []
  if (other !== room && !room.rooms.includes('*') && !room.rooms.includes(other.at)) {
    problems.push(`${path}: ${room.at} may not import ${other.at} (${target})`)
  }
  const cells = CELLS.find((folder) => isIn(path, folder) && isIn(target, folder))
  if (cells !== undefined && cellOf(path, cells) !== cellOf(target, cells)) {
    problems.push(`${path}: a folder of ${cells} may not import another (${target})`)
  }
  if (other.at === 'test' && room.at !== 'test' && !path.endsWith('.config.ts'))
    problems.push(`${path}: the product may not import tests (${target})`)
  for (const { module, name, files } of SEALED) {
    if (target !== module || room.at === 'test' || files.includes(path)) continue
    if (one.names.includes(name) || one.whole)
      problems.push(`${path}: only ${files.join(', ')} may import ${name} from ${module}`)
  }
  return problems
}

const cellOf = (path: string, folder: string): string =>
  path.slice(folder.length + 1).split('/')[0] ?? ''

function checkOutside(path: string, room: Room, from: string): readonly string[] {
  if (room.at === 'test') return []
  const owners = ownersOf(from)
  if (owners !== null && !owners.some((owner) => isIn(path, owner))) {
    return [
      `${path}: may not import ${from}${owners.length === 0 ? '' : `; its place is ${owners.join(', ')}`}`,
    ]
  }
  if (from.startsWith('node:'))
    return room.node
      ? []
      : [`${path}: ${room.at} may not import ${from}: take what it needs as an argument`]
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
  const road: string[] = []
  const walk = (path: string): void => {
    state.set(path, 'open')
    road.push(path)
    for (const next of edges.get(path) ?? []) {
      const seen = state.get(next)
      if (seen === 'open')
        problems.push(
          `${next}: imports itself in a circle: ${[...road.slice(road.indexOf(next)), next].join(' → ')}`,
        )
      else if (seen === undefined) walk(next)
    }
    road.pop()
    state.set(path, 'done')
  }
  for (const path of edges.keys()) if (!state.has(path)) walk(path)
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

function emptyRooms(tree: Tree, rooms: readonly Room[]): readonly string[] {
  const used = new Set([...tree.keys()].map((path) => roomOf(path, rooms)?.at))
  return rooms
    .filter(({ at }) => !used.has(at))
    .map(({ at }) => `${at}: a room of the floor plan without a file`)
}
