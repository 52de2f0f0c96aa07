// Which tools of the agents on this machine do not pass the gate. Reads their configuration and nothing else: starts nothing,
// changes nothing, and repeats no value that it finds there, only names.
import { settings } from './audit-settings.ts'
import { lineIn } from './line-of.ts'
import { clientNames, clients, placesOn } from './clients.ts'
import type { ClientName, Machine, Scope } from './clients.ts'
import { editorOf } from './change.ts'
import { lookAt } from './file.ts'
import { at, isRecord } from './place.ts'
import { OUR_NAME } from './wanted.ts'
import type { Frees } from './audit-settings.ts'

export type Finding = {
  readonly agent: ClientName
  /** own-tools: its native tools are not asked about. direct-server: an MCP server beside the gate. free-mode, auto-approve: it does not ask. */
  readonly kind: 'own-tools' | 'direct-server' | 'unreadable' | Frees
  readonly file: string
  readonly line: number | null
  readonly text: string
  readonly mend: string
}

export type Audited = {
  readonly agent: ClientName
  readonly title: string
  readonly files: readonly string[]
  readonly findings: readonly Finding[]
}

type Read = { readonly file: string; readonly text: string; readonly data: unknown }

/** Agents that have a file here. In the order of the table. */
export async function auditAgents(machine: Machine): Promise<readonly Audited[]> {
  const found: Audited[] = []
  for (const agent of clientNames) {
    const audited = await auditAgent(agent, machine)
    if (audited.files.length > 0) found.push(audited)
  }
  return found
}

async function auditAgent(agent: ClientName, machine: Machine): Promise<Audited> {
  const client = clients[agent]
  const places = placesOn(machine)
  const scopes: readonly Scope[] = ['user', 'project']
  const own = scopes.flatMap((scope) => {
    const file = client.file(places, scope)
    return file === null ? [] : [{ file, format: client.format }]
  })
  const findings: Finding[] = []
  const files: Read[] = []
  const seen = new Set<string>()
  for (const { file, format } of [...own, ...settings[agent].more(places.join, machine)]) {
    if (seen.has(file)) continue
    seen.add(file)
    const look = await lookAt(file)
    if (look.ok && look.value.text === null) continue
    const data = look.ok ? editorOf(format).read(look.value.text ?? '') : look
    if (data.ok && look.ok) files.push({ file, text: look.value.text ?? '', data: data.value })
    else
      findings.push({
        agent,
        kind: 'unreadable',
        file,
        line: null,
        text: `${client.title}: the file cannot be read, so nobody can say what it frees.`,
        mend: 'Mend the file.',
      })
  }
  for (const read of files) {
    findings.push(...directServers(agent, read), ...freed(agent, read))
  }
  const known = [...new Set([...files.map(({ file }) => file), ...findings.map(({ file }) => file)])]
  if (known.length > 0 && !files.some(({ text }) => new RegExp(`hook ${agent}(?![a-z-])`).test(text))) {
    const mend =
      client.hooks === null ? `${client.title} has no stable hook for them; use its own prompts.` : `gatehouse connect ${agent} --hooks`
    findings.unshift({
      agent,
      kind: 'own-tools',
      file: known[0] ?? '',
      line: null,
      text: `${client.title}: its own tools do not pass the gate.`,
      mend,
    })
  }
  return { agent, title: client.title, files: known, findings }
}

function directServers(agent: ClientName, { file, text, data }: Read): Finding[] {
  const { path, title } = clients[agent]
  const projects = at(data, ['projects'])
  const holders = [
    path,
    ...(isRecord(projects) && agent === 'claude-code' ? Object.keys(projects).map((project) => ['projects', project, ...path]) : []),
  ]
  return holders.flatMap((holder) => {
    const servers = at(data, holder)
    if (!isRecord(servers)) return []
    return Object.entries(servers).flatMap(([name, server]) => {
      const builtin =
        agent === 'goose' &&
        isRecord(server) &&
        server['type'] !== 'stdio' &&
        server['type'] !== 'streamable_http' &&
        server['type'] !== 'sse'
      const off = isRecord(server) && (server['enabled'] === false || server['disabled'] === true)
      if (name === OUR_NAME || builtin || off) return []
      return [
        {
          agent,
          kind: 'direct-server' as const,
          file,
          line: lineIn(text, [...holder, name]),
          text: `${title}: the MCP server ${name} is reached without the gate.`,
          mend: `gatehouse servers import takes it over; then take it out here.`,
        },
      ]
    })
  })
}

function freed(agent: ClientName, { file, text, data }: Read): Finding[] {
  return settings[agent].switches.flatMap(({ path, kind, frees, says, mend }) =>
    frees(at(data, path))
      ? [{ agent, kind, file, line: lineIn(text, path), text: `${clients[agent].title}: ${says} (${path.join('.')}).`, mend }]
      : [],
  )
}
