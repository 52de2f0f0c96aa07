// The person's own agents in the development window: four files in memory, read by the real parser.
// One was made by an agent and is off.
import type { MadeAgent } from '../../contract/agent/agent-maker.ts'
import { grantFor } from '../../contract/agent/capabilities/registry.ts'
import { failure } from '../../contract/failure.ts'
import type { Handlers } from '../../contract/ipc/ipc.ts'
import type { Run } from '../../contract/agent/run.ts'
import type { ToolListing } from '../../contract/call/manifest.ts'
import { standardPresets } from '../../contract/policy/preset.ts'
import { err, ok } from '../../contract/result.ts'
import type { AgentEntry, AgentFiles } from '../../main/config/agents/agent-files.ts'
import { makerFacts, savedByPerson, switchAgent } from '../../main/config/agents/made-agents.ts'
import { parseAgent } from '../../main/config/agents/parse-agent.ts'
import { ownAgentsService } from '../../main/services/own-agents/own-agents-service.ts'

const FOLDER = '/home/ada/.config/gatehouse/agents'

const texts: Readonly<Record<string, string>> = {
  repository_guide: `name: repository_guide
description: Answers questions about the code of a repository, and changes nothing.
system_prompt: |
  Read before you answer, and name the files that you read.
capabilities:
  - fs_read: {paths: ["src/**", "docs/**"]}
  - github_read: {repositories: [ada/*]}
temperature: 0.2
`,
  release_notes: `name: release_notes
description: Writes the notes of a release from the log of Git.
capabilities:
  - fs_read
  - fs_write: {paths: [CHANGELOG.md]}
  - command_run: {commands: [git log, git show]}
model: haiku
`,
  inbox: `name: inbox
description: Sorts what came in.
capabilities:
  - mail_raed
`,
  weekly_report: `# Out of recorded use. The words about what it is for were noted by agents: read them before you turn it on.
name: weekly_report
description: "Serves requests of this kind: weekly report. They came up 5 times."
system_prompt: "Serve requests of this kind: weekly report. These tools served them before: read_file, search_files."
capabilities:
  - fs_read
created_at: "2026-11-20"
created_by: agent planner in run run_7f3a90c2
`,
}
const MADE: MadeAgent = {
  maker: { kind: 'agent', name: 'planner', run: 'run_7f3a90c2' },
  untrusted: null,
  on: null,
}

const facts = {
  models: ['haiku', 'sonnet', 'opus'],
  unsetModel: () => null,
  hasNamespace: () => true,
}

export type StartRun = (
  title: string,
  agent: string,
  text: string,
  attach?: readonly string[],
) => Run

export function fakeOwnAgents(
  listings: () => readonly ToolListing[],
  startRun: StartRun,
): Pick<Handlers, Extract<keyof Handlers, `own-agents.${string}`>> {
  const files = new Map(Object.entries(texts))
  const removed = new Map<string, string>()
  const created = new Map([['weekly_report', MADE]])
  const makers = {
    get: (name: string) => created.get(name) ?? null,
    put: (name: string, one: MadeAgent) => void created.set(name, one),
    remove: (name: string) => void created.delete(name),
    names: () => [...created.keys()],
    // Of the window's own: a text is its own hash.
    sha256: (text: string) => text,
  }
  const entryOf = (name: string, text: string): AgentEntry => {
    const { definition, problems, warnings } = parseAgent(text, name, facts)
    const { maker, untrusted, off, ...more } = makerFacts(
      makers.get(name),
      definition?.createdBy ?? null,
      text,
      makers.sha256,
    )
    return {
      name,
      file: `${FOLDER}/${name}.yaml`,
      text,
      definition,
      maker,
      untrusted,
      problems: [...problems],
      warnings: [...more.warnings, ...warnings],
      state: definition === null ? 'broken' : off ? 'off' : 'ready',
      grant: definition === null || off ? [] : grantFor(definition.capabilities),
    }
  }
  const store: AgentFiles = {
    list: () => [...files].map(([name, text]) => entryOf(name, text)),
    get: (name) => {
      const text = files.get(name)
      return text === undefined ? null : entryOf(name, text)
    },
    check: (text, name) => parseAgent(text, name, facts),
    save(text, _by, replaces) {
      const { definition, problems } = parseAgent(text, null, facts)
      if (definition === null) return err(failure('agent.broken', problems[0]?.text ?? ''))
      const { name, createdBy } = definition
      savedByPerson(
        makers,
        { name, text, createdBy },
        replaces === null ? null : store.get(replaces),
      )
      if (replaces !== null) files.delete(replaces)
      files.set(name, text)
      return ok(entryOf(definition.name, text))
    },
    turn(name, on, seen) {
      const entry = store.get(name)
      if (entry === null) return err(failure('agent.unknown', `There is no agent named ${name}.`))
      const turned = switchAgent(makers, entry, on, seen)
      return turned.ok ? ok(store.get(name) ?? entry) : turned
    },
    remove(name) {
      removed.set(name, files.get(name) ?? '')
      files.delete(name)
      return ok(undefined)
    },
    restore(name) {
      files.set(name, removed.get(name) ?? '')
      return ok(undefined)
    },
    shared: () => [],
    reload: () => {},
    onChange: () => () => {},
    dispose: () => {},
  }
  const preset = standardPresets['ask']
  if (preset === undefined) throw new Error('There is no preset ask.')
  return ownAgentsService({
    files: store,
    folder: FOLDER,
    heldBy: () => null,
    registry: { listings },
    tiers: () => preset.tiers,
    fromSuggestion: () => ok({ name: 'weekly_report', capabilities: ['fs_read'], leftOut: [] }),
    sha256: makers.sha256,
    record: async () => {},
    agent: {
      start: async ({ text }, _channel, agent = 'main') =>
        ok(startRun(text.slice(0, 60), agent, text)),
    },
  })
}
