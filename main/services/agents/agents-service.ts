// The topic `agents`: which agents of other makers are here, and joining one to the gate. Writes
// into their files only what a person was shown a moment before, and can take it back.
import type { AgentPlan, AgentRemoval, OtherAgents } from '../../../contract/agent/other-agent.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import { canonicalJson } from '../../../contract/json.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { Running } from '../../clients/audit/audit.ts'
import {
  clients,
  isClientName,
  type ClientName,
  type HostFacts,
  type Program,
} from '../../clients/connect/agents/clients.ts'
import {
  applyDisconnect,
  applyPlan,
  planConnect,
  planDisconnect,
  type Plan,
  type Undoing,
} from '../../clients/connect/connect.ts'
import { shownChanges } from '../../clients/connect/shown-changes.ts'
import { listAgents } from './list-agents.ts'

export type AgentsServiceDeps = {
  /** What was written elsewhere, so that it can be taken back. */
  readonly recordFile: string
  readonly hostFacts: () => HostFacts
  readonly program: Program
  /** The command lines of this person's processes, where the system tells them. */
  readonly running: () => Promise<Running>
  /** Takes back the token of an agent that is let go. */
  readonly endToken: (name: string) => void
  readonly changed: () => void
  readonly sha256: (text: string) => string
  readonly now: () => number
}

export function agentsService(deps: AgentsServiceDeps): TopicHandlers<'agents'> {
  const { recordFile, hostFacts, program, running, endToken, changed, sha256, now } = deps
  const list = async (): Promise<Result<OtherAgents, Failure>> =>
    ok({ agents: [...(await listAgents(hostFacts(), program, await running()))] })
  const plan = async (
    name: string,
    hooks: boolean,
  ): Promise<Result<{ readonly plan: Plan; readonly shown: AgentPlan }, Failure>> => {
    if (!isClientName(name)) return err(unknown(name))
    const wish = { client: name, scope: 'user', hooks, program, endpoint: null } as const
    const planned = await planConnect(wish, hostFacts())
    if (!planned.ok) return planned
    const changes = [...shownChanges(planned.value)]
    // With what is there now: the same lines into another file are another change.
    const contents = planned.value.changes.map(({ before, after }) => [before, after])
    const digest = sha256(canonicalJson([changes, contents]))
    const after = clients[name].after?.(hooks) ?? null
    return ok({ plan: planned.value, shown: { digest, changes, after } })
  }
  const removal = async (
    name: string,
  ): Promise<
    Result<{ readonly undoings: readonly Undoing[]; readonly shown: AgentRemoval }, Failure>
  > => {
    if (!isClientName(name)) return err(unknown(name))
    const planned = await planDisconnect(name, 'user', recordFile)
    if (!planned.ok) return planned.error.code === NONE ? err(notOurs(name)) : planned
    const files = planned.value.flatMap((undoing) =>
      undoing.files.map(({ written, text }) => ({ file: written.file, text })),
    )
    return ok({
      undoings: planned.value,
      shown: { digest: sha256(canonicalJson(files)), files },
    })
  }

  return {
    'agents.list': list,
    async 'agents.plan'({ name, hooks }) {
      const planned = await plan(name, hooks)
      return planned.ok ? ok(planned.value.shown) : planned
    },
    async 'agents.connect'({ name, hooks, digest }) {
      const planned = await plan(name, hooks)
      if (!planned.ok) return planned
      if (planned.value.shown.digest !== digest) return err(other)
      const done = await applyPlan(planned.value.plan, recordFile, now())
      changed()
      return done.ok ? list() : done
    },
    async 'agents.plan-removal'({ name }) {
      const planned = await removal(name)
      return planned.ok ? ok(planned.value.shown) : planned
    },
    async 'agents.disconnect'({ name, digest }) {
      const planned = await removal(name)
      if (!planned.ok) return planned
      if (planned.value.shown.digest !== digest) return err(other)
      const done = await applyDisconnect(planned.value.undoings, recordFile)
      if (done.ok && hadToken(planned.value.undoings)) endToken(name)
      changed()
      return done.ok ? list() : done
    },
  }
}

/** It was written with an address, by the command line. */
const hadToken = (undoings: readonly Undoing[]): boolean =>
  undoings.some(({ connection }) =>
    connection.files.some(({ entries }) => JSON.stringify(entries).includes('"Authorization"')),
  )

const NONE = 'connect.not-connected'

const other = failure(
  'agents.changed',
  'The file was changed since you looked.',
  'Look at the change again. Nothing was written.',
)

const unknown = (name: string): Failure =>
  failure('agents.unknown', `Gatehouse does not know the agent “${name}”.`)

const notOurs = (name: ClientName): Failure =>
  failure(
    NONE,
    `The entry of Gatehouse in ${clients[name].title} was not written by this Gatehouse.`,
    'Remove it in the settings of the agent.',
  )
