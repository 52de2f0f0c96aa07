// Whether what a client calls `gatehouse` is really this Gatehouse: its tools are asked about at
// the gateway, so asking about them at the hook too would ask twice. In doubt it is not, and then
// it is asked about like any other server.
import { dirname } from 'node:path'
import { editorOf } from './change.ts'
import {
  clients,
  isClientName,
  locationsOn,
  type Format,
  type HostFacts,
} from './agents/clients.ts'
import { readFileState } from './file.ts'
import { isObject } from '../../../contract/is-object.ts'
import { at, holds, same, type Entry } from './entry-editor.ts'
import { readRecord } from './connection-record.ts'
import { OUR_NAME } from './wanted-targets.ts'

/** @param recordFile what connect wrote down. @param hostFacts with the folder that the client works in. */
export async function isOwnEntry(
  client: string,
  recordFile: string,
  hostFacts: HostFacts,
): Promise<boolean> {
  if (!isClientName(client)) return false
  const record = await readRecord(recordFile)
  if (!record.ok) return false
  const written = record.value
    .filter((each) => each.client === client)
    .flatMap(({ files }) => files)
  const ours = written.flatMap(({ file, format, entries }) =>
    entries.flatMap((entry) => (isOurServer(entry) ? [{ file, format, entry }] : [])),
  )
  for (const { file, format, entry } of ours)
    if (!holds(await dataOf(file, format), entry)) return false
  const [first] = ours
  return first !== undefined && !(await isOverruled(client, first.entry.value, hostFacts))
}

const isOurServer = ({ kind, path, value }: Entry): boolean =>
  kind === 'member'
    ? path.at(-1) === OUR_NAME && path.length > 1
    : isObject(value) && value['name'] === OUR_NAME

/**
 * Another entry of the same name, nearer to the folder that the client works in, would be taken
 * before ours.
 */
async function isOverruled(
  client: keyof typeof clients,
  value: unknown,
  hostFacts: HostFacts,
): Promise<boolean> {
  const { format, path, file } = clients[client]
  const other = (data: unknown, from: readonly string[]): boolean => {
    const found = at(data, [...from, OUR_NAME])
    return found !== undefined && !same(found, value)
  }
  for (let cwd = hostFacts.cwd; ; cwd = dirname(cwd)) {
    const project = file(locationsOn({ ...hostFacts, cwd }), 'project')
    if (project !== null && other(await dataOf(project, format), path)) return true
    if (cwd === dirname(cwd)) break
  }
  const user = file(locationsOn(hostFacts), 'user')
  const projects = user === null ? undefined : at(await dataOf(user, format), ['projects'])
  return isObject(projects) && Object.values(projects).some((project) => other(project, path))
}

/** Undefined for what is not there or cannot be read. */
export async function dataOf(file: string, format: Format): Promise<unknown> {
  const fileState = await readFileState(file)
  if (!fileState.ok || fileState.value.text === null) return undefined
  const data = editorOf(format).read(fileState.value.text)
  return data.ok ? data.value : undefined
}
