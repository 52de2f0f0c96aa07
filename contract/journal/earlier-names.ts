// What earlier versions called things in journal entries and in queries of them, and what they are
// called now. A row is never rewritten, because its hash covers the entry as it was written, so it
// is translated whenever it is read. Pure, and without the schemas, which a screen need not load.
import { isObject } from '../is-object.ts'
import type { JsonObject } from '../json.ts'

type Names = Readonly<Record<string, string>>

const kinds: Names = { panic: 'emergency-stop', presence: 'step-up' }
const stopped: Names = { panic: 'emergency-stop' }
const changes: Readonly<Record<string, Names>> = {
  'emergency-stop': { pressed: 'stopped', lifted: 'resumed' },
  undone: { begun: 'started' },
  server: {
    'behaved-anew': 'new-behavior',
    'asked-refused': 'request-refused',
    mended: 'repaired',
  },
}

/** Words that a translated entry may have and its row does not. */
export const renamedWords: readonly string[] = [kinds, stopped, ...Object.values(changes)]
  .flatMap((names) => Object.values(names))
  .flatMap((name) => name.split('-'))

/** The name that a kind, a route or what decided has now. */
export const currentName = (name: string): string => kinds[name] ?? name

/** Every name that rows of this kind may have been stored under. */
export function storedNames(kind: string): readonly string[] {
  const now = currentName(kind)
  return [now, ...Object.keys(kinds).filter((earlier) => kinds[earlier] === now)]
}

/** An entry of an earlier version with the names of this one. */
export function translated(entry: JsonObject): JsonObject {
  const kind = typeof entry['kind'] === 'string' ? currentName(entry['kind']) : ''
  const { decision } = entry
  return {
    ...entry,
    kind,
    ...renamed(entry, 'change', changes[kind] ?? {}),
    ...renamed(entry, 'route', stopped),
    ...(isObject(decision) && isObject(decision['by'])
      ? {
          decision: {
            ...decision,
            by: { ...decision['by'], ...renamed(decision['by'], 'kind', stopped) },
          },
        }
      : {}),
  }
}

function renamed(from: JsonObject, key: string, names: Names): JsonObject {
  const value = from[key]
  const name = typeof value === 'string' ? names[value] : undefined
  return name === undefined ? {} : { [key]: name }
}
