// The person's own agents in the development window: three files in memory, read by the real parser.
import { grantFor } from '../../contract/agent/capabilities/registry.ts'
import { failure } from '../../contract/failure.ts'
import type { Handlers } from '../../contract/ipc/ipc.ts'
import type { Run } from '../../contract/agent/run.ts'
import type { ToolListing } from '../../contract/call/manifest.ts'
import { standardPresets } from '../../contract/policy/preset.ts'
import { err, ok } from '../../contract/result.ts'
import type { AgentEntry, AgentFiles } from '../../main/config/agents/agent-files.ts'
import { parseAgent } from '../../main/config/agents/parse-agent.ts'
import { ownAgentsService } from '../../main/services/own-agents-service.ts'

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
  const entryOf = (name: string, text: string): AgentEntry => {
    const { definition, problems, warnings } = parseAgent(text, name, facts)
    return {
      ...{ name, file: `${FOLDER}/${name}.yaml`, text, definition },
      problems: [...problems],
      warnings: [...warnings],
      state: definition === null ? 'broken' : 'ready',
      grant: definition === null ? [] : grantFor(definition.capabilities),
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
      if (replaces !== null) files.delete(replaces)
      files.set(definition.name, text)
      return ok(entryOf(definition.name, text))
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
    registry: { listings },
    tiers: () => preset.tiers,
    agent: {
      start: async ({ text }, _channel, agent = 'main') =>
        ok(startRun(text.slice(0, 60), agent, text)),
    },
  })
}
