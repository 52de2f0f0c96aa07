// The floor plan as rules of the linter, so that an editor shows a wrong import while it is typed.
// Coarser than checkTree, which decides: a rule sees the words of an import and not the file it
// means.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { OWNERS, ROOMS, type Room } from './floor-plan.ts'

const root = join(import.meta.dirname, '..', '..')

type Pattern = { readonly regex: string; readonly message: string }

/** The text of .oxlintrc.layers.json. */
export function editorRules(): string {
  const overrides = ROOMS.filter(({ at }) => /^(contract|tools|main|preload|renderer)\b/.test(at))
    // A later rule takes the place of an earlier one: the room inside another comes after it.
    .toSorted((one, other) => one.at.length - other.at.length || (one.at < other.at ? -1 : 1))
    .flatMap((room) => {
      const patterns = [...rooms(room), ...nodes(room), ...packages(room)]
      const files = [/\.\w+$/.test(room.at) ? room.at : `${room.at}/**`]
      const rule = patterns.length === 0 ? 'off' : ['error', { patterns }]
      return [{ files, rules: { 'no-restricted-imports': rule } }]
    })
  // No plugin: those of the file that this one is added to hold.
  return `${JSON.stringify({ plugins: [], overrides }, null, 1)}\n`
}

const isIn = (path: string, place: string): boolean =>
  path === place || path.startsWith(`${place}/`)

/** Rooms that it may not import, as an import of one of its files says their names. */
function rooms(room: Room): readonly Pattern[] {
  if (room.rooms.includes('*')) return []
  const closed = ROOMS.map(({ at }) => at).filter(
    (at) =>
      !/\.\w+$/.test(at) &&
      !isIn(at, room.at) &&
      !isIn(room.at, at) &&
      // What holds a room that is open cannot be closed by its name.
      !room.rooms.some((open) => isIn(open, at) || isIn(at, open)),
  )
  const own = foldersIn(room.at)
  const names = closed
    .map((at) => after(at, room.at))
    // A folder of its own that has the same name is said by the same words.
    .filter((name) => !own.has(name.split('/')[0] ?? ''))
    .map(escape)
    .toSorted()
  if (names.length === 0) return []
  return [
    {
      regex: `^(\\.\\./)+(${names.join('|')})/`,
      message: `${room.at} imports only ${room.rooms.length === 0 ? 'itself' : room.rooms.join(', ')}: test/arch/floor-plan.ts.`,
    },
  ]
}

/** Names of all folders inside a room. */
const foldersIn = (at: string): ReadonlySet<string> =>
  /\.\w+$/.test(at)
    ? new Set()
    : new Set(
        readdirSync(join(root, at), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isDirectory())
          .map(({ name }) => name),
      )

/** What is left of a path once the folders are gone that it has in common with another. */
function after(path: string, other: string): string {
  const [names, others] = [path.split('/'), other.split('/')]
  const apart = names.findIndex((name, at) => name !== others[at])
  return names.slice(apart).join('/')
}

const nodes = (room: Room): readonly Pattern[] =>
  room.node
    ? []
    : [{ regex: '^node:', message: `${room.at} uses no module of Node: test/arch/floor-plan.ts.` }]

function packages(room: Room): readonly Pattern[] {
  const closed = Object.entries(OWNERS)
    // An owner may be a folder of the room: its other files are for checkTree.
    .filter(([name]) => room.node || !name.startsWith('node:'))
    .filter(([, owners]) => !owners.some((at) => isIn(room.at, at) || isIn(at, room.at)))
    .map(([name]) => (name.endsWith('/') ? escape(name) : `${escape(name)}(/|$)`))
    .toSorted()
  return closed.length === 0
    ? []
    : [
        {
          regex: `^(${closed.join('|')})`,
          message: `${room.at} does not own this package: OWNERS in test/arch/floor-plan.ts.`,
        },
      ]
}

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')
