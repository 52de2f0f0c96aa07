// Pure. Which arguments of a call to a server's program are places on this machine: where the
// schema says path, by the name of the parameter, its format or its description. The server may
// read them otherwise; what it can reach is held by its sandbox.
import { fileURLToPath } from 'node:url'

export type PathArgument = { argument: string; path: string }

const MOST = 50
const MOST_VALUES = 5_000
const DEEPEST = 16
const MOST_CHARS = 4_096

/** Words of a parameter's name that say that it is a place. */
const WORDS = new Set(
  'path paths file files filename filenames filepath filepaths dir dirs directory directories folder folders cwd workdir root roots repo repository source destination src dest target location document image attachment attachments input output'.split(
    ' ',
  ),
)
const FORMATS = new Set([
  'path',
  'file-path',
  'filepath',
  'directory',
  'file',
  'uri',
  'uri-reference',
])
const SAYS_PATH = /\b(?:paths?|files?|folders?|director(?:y|ies))\b/i

type Node = Readonly<Record<string, unknown>>
const nodeOf = (value: unknown): Node | null =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Node) : null

const wordsOf = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)

/** As an absolute path, or one that begins at the person's home; null: it is none of this machine. */
function locationIn(value: string): string | null {
  if (value.length > MOST_CHARS || value.includes('\0')) return null
  if (/^file:/i.test(value)) {
    try {
      return fileURLToPath(value)
    } catch {
      return null
    }
  }
  if (/^(?:\/(?!\/)|~(?:\/|$))/.test(value)) return value
  // Out of the server's own folder, wherever that leads.
  return /(?:^|\/)\.\.(?:\/|$)/.test(value) && !/^[a-z][a-z0-9+.-]*:/i.test(value) ? value : null
}

/** The part of the schema that describes a member, as far as it is written in plain. */
function below(schema: Node | null, root: Node, name: string | null): Node | null {
  const at = referenced(schema, root)
  if (at === null) return null
  if (name !== null)
    return nodeOf(nodeOf(at['properties'])?.[name]) ?? nodeOf(at['additionalProperties'])
  return nodeOf(at['items'])
}

function referenced(schema: Node | null, root: Node): Node | null {
  const reference = schema?.['$ref']
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return schema
  let at: unknown = root
  for (const part of reference.slice(2).split('/')) at = nodeOf(at)?.[part]
  return nodeOf(at)
}

function saysPath(name: string, schema: Node | null): boolean {
  if (wordsOf(name).some((word) => WORDS.has(word))) return true
  const { format, description, title } = schema ?? {}
  return (
    (typeof format === 'string' && FORMATS.has(format)) ||
    [description, title].some(
      (text) => typeof text === 'string' && SAYS_PATH.test(text.slice(0, 2_000)),
    )
  )
}

export function pathsIn(schema: Node, args: unknown): PathArgument[] {
  const found: PathArgument[] = []
  let visited = 0
  const visit = (
    value: unknown,
    pointer: string,
    name: string,
    at: Node | null,
    depth: number,
  ): void => {
    visited += 1
    if (found.length >= MOST || visited > MOST_VALUES || depth > DEEPEST) return
    if (typeof value === 'string') {
      // An address of a file says itself what it is.
      const location =
        /^file:/i.test(value) || saysPath(name, referenced(at, schema)) ? locationIn(value) : null
      if (location !== null) found.push({ argument: pointer, path: location })
      return
    }
    if (Array.isArray(value))
      for (const [index, member] of value.entries())
        visit(member, `${pointer}/${index}`, name, below(at, schema, null), depth + 1)
    else if (value !== null && typeof value === 'object')
      for (const [key, member] of Object.entries(value))
        visit(member, `${pointer}/${key}`, key, below(at, schema, key), depth + 1)
  }
  visit(args, '', '', schema, 0)
  return found
}
