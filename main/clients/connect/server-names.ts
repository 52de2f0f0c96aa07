// The names of all MCP servers that a client has, as far as its files say: so that the name of a
// tool can be told to belong to one.
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { editorOf } from './change.ts'
import {
  clients,
  locationsOn,
  type ClientName,
  type Format,
  type HostFacts,
} from './agents/clients.ts'
import { readFileState } from './file.ts'
import { managedLocations } from './managed.ts'
import { isObject } from '../../../contract/is-object.ts'
import { at } from './entry-editor.ts'

/** Null: one of the files cannot be read, so nobody knows all of them. */
export async function serverNames(
  client: ClientName,
  hostFacts: HostFacts,
): Promise<readonly string[] | null> {
  const { format, path } = clients[client]
  const names = new Set<string>()
  for (const file of [...new Set(await filesOf(client, hostFacts))]) {
    const data = await read(file, formatOf(file, format))
    if (data === UNREADABLE) return null
    for (const holder of holdersIn(data, path)) for (const name of keysOf(holder)) names.add(name)
  }
  return [...names]
}

const formatOf = (file: string, usual: Format): Format =>
  file.endsWith('.json') ? 'json' : file.endsWith('.toml') ? 'toml' : usual

/** Claude Code keeps servers for single projects in the file of the user. */
const holdersIn = (data: unknown, path: readonly string[]): readonly unknown[] => {
  const projects = at(data, ['projects'])
  return [
    at(data, path),
    ...(isObject(projects) ? Object.values(projects).map((project) => at(project, path)) : []),
  ]
}

/** Continue has a list of servers with their names in them. */
const keysOf = (holder: unknown): readonly string[] =>
  Array.isArray(holder)
    ? holder.flatMap((each) =>
        isObject(each) && typeof each['name'] === 'string' ? [each['name']] : [],
      )
    : isObject(holder)
      ? Object.keys(holder)
      : []

async function filesOf(client: ClientName, hostFacts: HostFacts): Promise<readonly string[]> {
  const { file } = clients[client]
  const user = file(locationsOn(hostFacts), 'user')
  const managed = managedLocations(client, hostFacts).map((location) => location.file)
  const above: string[] = []
  for (let cwd = hostFacts.cwd; ; cwd = dirname(cwd)) {
    const project = file(locationsOn({ ...hostFacts, cwd }), 'project')
    if (project !== null) above.push(project)
    if (client === 'gemini-cli' || client === 'qwen-code')
      above.push(...(await extensionsIn(join(dirname(project ?? cwd), 'extensions'))))
    if (cwd === dirname(cwd)) break
  }
  const extensions =
    user !== null && (client === 'gemini-cli' || client === 'qwen-code')
      ? await extensionsIn(join(dirname(user), 'extensions'))
      : []
  return [...(user === null ? [] : [user]), ...above, ...extensions, ...managed]
}

/** Extensions of Gemini CLI and of Qwen Code bring servers of their own. */
async function extensionsIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.flatMap((name) =>
    ['gemini-extension.json', 'qwen-extension.json'].map((file) => join(folder, name, file)),
  )
}

const UNREADABLE = Symbol('unreadable')

async function read(file: string, format: Format): Promise<unknown> {
  const fileState = await readFileState(file)
  if (!fileState.ok) return UNREADABLE
  if (fileState.value.text === null) return undefined
  const data = editorOf(format).read(fileState.value.text)
  return data.ok ? data.value : UNREADABLE
}
