// The floor plan as rules of the linter, so that an editor shows a wrong import while it is typed.
// Coarser than checkTree, which decides: a rule sees the words of an import and not the file it
// means.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { OWNERS, MODULES, type Module } from './floor-plan.ts'

const root = join(import.meta.dirname, '..', '..')

type Pattern = { readonly regex: string; readonly message: string }

/** The text of .oxlintrc.layers.json. */
export function editorRules(): string {
  const overrides = MODULES.filter(({ at }) => /^(contract|tools|main|preload|renderer)\b/.test(at))
    // A later rule takes the place of an earlier one: the module inside another comes after it.
    .toSorted((one, other) => one.at.length - other.at.length || (one.at < other.at ? -1 : 1))
    .flatMap((module) => {
      const patterns = [...modules(module), ...nodes(module), ...packages(module)]
      const files = [/\.\w+$/.test(module.at) ? module.at : `${module.at}/**`]
      const rule = patterns.length === 0 ? 'off' : ['error', { patterns }]
      return [{ files, rules: { 'no-restricted-imports': rule } }]
    })
  // No plugin: those of the file that this one is added to hold.
  return `${JSON.stringify({ plugins: [], overrides }, null, 1)}\n`
}

const isIn = (path: string, position: string): boolean =>
  path === position || path.startsWith(`${position}/`)

/** Modules that it may not import, as an import of one of its files says their names. */
function modules(module: Module): readonly Pattern[] {
  if (module.modules.includes('*')) return []
  const closed = MODULES.map(({ at }) => at).filter(
    (at) =>
      !/\.\w+$/.test(at) &&
      !isIn(at, module.at) &&
      !isIn(module.at, at) &&
      // What holds a module that is open cannot be closed by its name.
      !module.modules.some((open) => isIn(open, at) || isIn(at, open)),
  )
  const own = foldersIn(module.at)
  const names = closed
    .map((at) => after(at, module.at))
    // A folder of its own that has the same name is said by the same words.
    .filter((name) => !own.has(name.split('/')[0] ?? ''))
    .map(escape)
    .toSorted()
  if (names.length === 0) return []
  return [
    {
      regex: `^(\\.\\./)+(${names.join('|')})/`,
      message: `${module.at} imports only ${module.modules.length === 0 ? 'itself' : module.modules.join(', ')}: test/arch/floor-plan.ts.`,
    },
  ]
}

/** Names of all folders inside a module. */
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

const nodes = (module: Module): readonly Pattern[] =>
  module.node
    ? []
    : [
        {
          regex: '^node:',
          message: `${module.at} uses no module of Node: test/arch/floor-plan.ts.`,
        },
      ]

function packages(module: Module): readonly Pattern[] {
  const closed = Object.entries(OWNERS)
    // An owner may be a folder of the module: its other files are for checkTree.
    .filter(([name]) => module.node || !name.startsWith('node:'))
    .filter(([, owners]) => !owners.some((at) => isIn(module.at, at) || isIn(at, module.at)))
    .map(([name]) => (name.endsWith('/') ? escape(name) : `${escape(name)}(/|$)`))
    .toSorted()
  return closed.length === 0
    ? []
    : [
        {
          regex: `^(${closed.join('|')})`,
          message: `${module.at} does not own this package: OWNERS in test/arch/floor-plan.ts.`,
        },
      ]
}

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')
