// Which tools of the agents on this machine do not pass the gate. Reads their configuration and
// nothing else: starts nothing, changes nothing, and repeats no value that it finds there, only
// names.
import { sep } from 'node:path'
import { agentTools } from '../hook/agent-tools.ts'
import { hookAgents, type HookAgent } from '../../../contract/server/hook-agent.ts'
import { flagsOf, variablesIn, variablesOf, type CommandLine } from './audit-flags.ts'
import { settings } from './audit-settings.ts'
import { editorOf } from '../connect/change.ts'
import {
  clientNames,
  clients,
  locationsOn,
  type ClientName,
  type HostFacts,
} from '../connect/agents/clients.ts'
import { readFileState } from '../connect/file.ts'
import {
  hooksIn,
  type FoundHook,
  type Opens,
  type ReadFile,
  type Where,
} from '../connect/hook-state.ts'
import { directServers } from './direct-servers.ts'
import type { Finding } from './finding.ts'
import { installedVersion, isNewer } from './installed.ts'
import { othersBefore } from './other-hooks.ts'
import { lineIn } from '../connect/edit/line-of.ts'
import { managedLocations } from '../connect/managed.ts'
import { at } from '../connect/entry-editor.ts'

export type Audited = {
  readonly agent: ClientName
  readonly title: string
  readonly files: readonly string[]
  readonly findings: readonly Finding[]
  /** What a person should know and need not fix. */
  readonly notes: readonly string[]
}

/** What of the machine is not in files: the command lines of processes that run. */
export type Running = readonly CommandLine[]

/** Agents that have a file here. In the order of the table. */
export async function auditAgents(
  hostFacts: HostFacts,
  running: Running = [],
): Promise<readonly Audited[]> {
  const found: Audited[] = []
  for (const agent of clientNames) {
    const audited = await auditAgent(agent, hostFacts, running)
    if (audited.files.length > 0) found.push(audited)
  }
  return found
}

async function auditAgent(
  agent: ClientName,
  hostFacts: HostFacts,
  running: Running,
): Promise<Audited> {
  const client = clients[agent]
  const { files, unreadable } = await readFiles(agent, hostFacts)
  const findings: Finding[] = [...unreadable]
  const hooks = hooksIn(agent, files)
  const managed = hooks.some(({ where, opens }) => where === 'managed' && opens === null)
  for (const read of files)
    findings.push(...directServers(agent, read), ...freed(agent, read, managed))
  const known = [
    ...new Set(
      [...files, ...unreadable]
        .filter(({ file }) => !isSystemOnly(file, files))
        .map(({ file }) => file),
    ),
  ]
  const [first = ''] = known
  const about = (kind: Finding['kind'], file: string, text: string, mend: string): Finding => ({
    agent,
    kind,
    file,
    line: null,
    text: `${client.title}: ${text}`,
    mend,
  })
  if (known.length > 0) {
    findings.unshift(...hookFindings(agent, hooks, about, first))
    for (const says of flagsOf(agent, running))
      findings.push(about('free-mode', first, says, 'Quit it, and start it without that flag.'))
    for (const name of variablesOf(agent, hostFacts.env))
      findings.push(
        about(
          'hooks-off',
          first,
          `the variable ${name} may lead past its hooks.`,
          'Take it out of the environment.',
        ),
      )
  }
  const working = hooks.length > 0
  const notes =
    known.length === 0
      ? []
      : [
          ...(await notesOn(agent, hostFacts, working, managed)),
          ...(working ? othersBefore(agent, files) : []),
        ]
  return { agent, title: client.title, files: known, findings, notes }
}

/** Files of the system alone do not make an agent one that is used here. */
const isSystemOnly = (file: string, files: readonly ReadFile[]): boolean =>
  files.some((each) => each.file === file && each.where === 'managed') &&
  files.every(({ where }) => where === 'managed')

async function readFiles(agent: ClientName, hostFacts: HostFacts) {
  const client = clients[agent]
  const locations = locationsOn(hostFacts)
  const own = (['user', 'project'] as const).flatMap((scope) => {
    const file = client.file(locations, scope)
    return file === null ? [] : [{ file, format: client.formatOf?.(scope) ?? client.format }]
  })
  const managed = managedLocations(agent, hostFacts)
  const files: ReadFile[] = []
  const unreadable: Finding[] = []
  const seen = new Set<string>()
  const whereIs = (file: string): Where =>
    managed.some((each) => each.file === file)
      ? 'managed'
      : file.startsWith(`${hostFacts.cwd}${sep}`)
        ? 'project'
        : 'user'
  for (const { file, format } of [
    ...own,
    ...settings[agent].more(locations.join, hostFacts),
    ...managed,
  ]) {
    if (seen.has(file)) continue
    seen.add(file)
    const fileState = await readFileState(file)
    if (fileState.ok && fileState.value.text === null) continue
    const data = fileState.ok ? editorOf(format).read(fileState.value.text ?? '') : fileState
    if (data.ok && fileState.ok)
      files.push({ file, text: fileState.value.text ?? '', data: data.value, where: whereIs(file) })
    else
      unreadable.push({
        agent,
        kind: 'unreadable',
        file,
        line: null,
        mend: 'Fix the file.',
        text: `${client.title}: the file cannot be read, so Gatehouse cannot check it.`,
      })
  }
  // Where the agent has no file, nobody uses it here.
  if (files.length + unreadable.length > 0)
    unreadable.push(...(await projectVariables(agent, hostFacts)))
  return { files, unreadable }
}

/** Some agents read variables from a file of the project before anything else. */
async function projectVariables(
  agent: ClientName,
  hostFacts: HostFacts,
): Promise<readonly Finding[]> {
  const { join } = locationsOn(hostFacts)
  const found: Finding[] = []
  const own = agent === 'qwen-code' ? '.qwen' : '.gemini'
  for (const file of ['.env', join(own, '.env')].map((name) => join(hostFacts.cwd, name))) {
    const fileState = await readFileState(file)
    for (const name of variablesIn(agent, fileState.ok ? (fileState.value.text ?? '') : '')) {
      const text = `${clients[agent].title}: the project sets ${name}, which may lead past its hooks.`
      found.push({
        agent,
        kind: 'hooks-off',
        file,
        line: null,
        text,
        mend: 'Take it out of the file.',
      })
    }
  }
  return found
}

const OPENS: Readonly<Record<Opens, string>> = {
  missing: 'its hook lets calls through when it cannot start.',
  late: 'its hook may take less time than a person has to answer, and then lets the call through.',
  beside: 'it does not wait for its hook, so every call goes through.',
}

type About = (kind: Finding['kind'], file: string, text: string, mend: string) => Finding

function hookFindings(
  agent: ClientName,
  hooks: readonly FoundHook[],
  about: About,
  file: string,
): readonly Finding[] {
  const client = clients[agent]
  const again = `gatehouse disconnect ${agent}, then gatehouse connect ${agent} --hooks`
  const whole = hooks.filter((hook) => hook.whole)
  if (whole.length === 0)
    return [
      about(
        'own-tools',
        file,
        'its own tools do not pass the gate.',
        client.hooks === null
          ? `${client.title} has no stable hook for them; use its own prompts.`
          : `gatehouse connect ${agent} --hooks`,
      ),
    ]
  const trusted = whole.some((hook) => hook.trusted !== false)
  return [
    ...whole.flatMap(({ opens, file: where }) =>
      opens === null ? [] : [about('fails-open', where, OPENS[opens], again)],
    ),
    ...(trusted
      ? []
      : [
          about(
            'untrusted',
            whole[0]?.file ?? file,
            'it skips the hook, because its current version is not trusted.',
            'Trust it there with /hooks.',
          ),
        ]),
  ]
}

async function notesOn(
  agent: ClientName,
  hostFacts: HostFacts,
  hooked: boolean,
  managed: boolean,
): Promise<readonly string[]> {
  const { title, managedHooks } = clients[agent]
  const version = await installedVersion(agent, hostFacts)
  const list = isHookAgent(agent) ? agentTools[agent] : null
  return [
    ...(hooked && agent === 'codex'
      ? [
          'Codex calls the hook for commands, patches and MCP tools. Its web search and its own reading bypass the hook.',
        ]
      : []),
    ...(hooked && !managed && managedHooks !== null
      ? [
          `A project can switch its hook off. gatehouse connect ${agent} --managed, with the rights for it, writes it where none can.`,
        ]
      : []),
    ...(hooked && version !== null && list !== null && isNewer(version, list.version)
      ? [
          `${title} ${version} is newer than the list of its tools here, of ${list.version}: a tool that came since needs approval as unknown.`,
        ]
      : []),
  ]
}

const isHookAgent = (agent: ClientName): agent is ClientName & HookAgent =>
  hookAgents.some((each) => each === agent)

/** @param managed our hook is where only the system's own file can undo it. */
function freed(
  agent: ClientName,
  { file, text, data, where }: ReadFile,
  managed: boolean,
): Finding[] {
  return settings[agent].switches.flatMap(({ path, kind, frees, says, mend, only }) =>
    frees(at(data, path)) &&
    // Wherever our hook is, it starts with the variables of the project.
    !(
      kind === 'hooks-off' &&
      managed &&
      only !== 'project' &&
      (where !== 'managed' || only === 'managed')
    ) &&
    (only === undefined || where === only)
      ? [
          {
            agent,
            kind,
            file,
            line: lineIn(text, path),
            text: `${clients[agent].title}: ${says} (${path.join('.')}).`,
            mend,
          },
        ]
      : [],
  )
}
