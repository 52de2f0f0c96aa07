// The powers of one call: those that its tool declared, each bound to what the call was permitted.
import { ownHosts } from '../../../../contract/call/own-service.ts'
import type { Powers } from '../../../../contract/call/powers/powers.ts'
import type { Method } from '../../../../contract/call/touch.ts'
import { resultPower } from '../../../agent/earlier-results.ts'
import type { DecidedCall } from '../../../pipeline/evaluate.ts'
import type { ExecuteDeps } from '../../../pipeline/pipeline-deps.ts'
import { filePowers } from '../../../sandbox/files/file-powers.ts'
import { credentialPower, fetchByReference } from '../../execution/credential-powers.ts'
import { hostsFor } from '../../policy/policy.ts'
import { browsePower } from './browse-power.ts'
import { commandPower } from './command-power.ts'
import { documentsPower } from './documents-power.ts'
import { pluginPower } from './plugin-power.ts'
import type { CallPowersDeps } from './call-powers-deps.ts'
import type { readableFor } from './readable-for.ts'

/** The allowlist of the asker, and the addresses that the tool is there for. */
const callHosts =
  ({ call, tool, decision }: DecidedCall, policy: CallPowersDeps['policy']) =>
  (method: Method | null = null) => [
    ...hostsFor(policy(call.principal).hosts, method),
    ...decision.touches.flatMap((touch) =>
      touch.kind === 'net.fetch' ? ownHosts(tool.manifest, touch.url) : [],
    ),
  ]

export const makePowers =
  (deps: CallPowersDeps, readableBy: ReturnType<typeof readableFor>): ExecuteDeps['powers'] =>
  ({
    wanted,
    callId,
    permitted,
    limits,
    signal,
    onOutput,
    onReached,
    onReadBack,
    onRepeated,
    requires,
    decided,
  }) => {
    const { resolvedWorkspace, provenance, outbound } = deps
    const { principal, runId, channel } = decided.call
    const { session } = principal
    const resolved = resolvedWorkspace()
    const files = () => filePowers({ permitted, resolved, notes: deps.writeNotes })
    const untrusted = (): string | null => provenance.taint(session).untrustedRead[0]?.from ?? null
    const call = { permitted, callId, signal, onOutput, onReached, onRepeated, decided }
    const make: { readonly [P in keyof Powers]: () => Powers[P] } = {
      'fs.read': () => {
        const readable = readableBy(decided)
        const found = deps.searcher.power({ permitted, resolved, readable, signal })
        const root = deps.workspaceRealPath()
        const reading = { root, resolved, find: found.find, signal, onReadBack }
        const documents = documentsPower(reading, deps.documents)
        return { ...files().read, ...found, documents }
      },
      'fs.write': () => files().write,
      'net.fetch': () => {
        const hosts = callHosts(decided, deps.policy)
        return {
          ...fetchByReference({ session }, deps, outbound.power({ permitted, signal, hosts })),
          readPage: (reading) => deps.readPage(reading, signal),
          saveMedia: deps.media.save,
          browse: browsePower({ session, permitted, signal, hosts }, deps),
        }
      },
      'net.connect': () => ({ mail: deps.mailServer({ permitted, signal }) }),
      schedule: () =>
        deps.schedulePower({ permitted, principal, taint: provenance.taint(session) }),
      memory: () => deps.memory.power({ permitted, principal, untrusted, onReadBack }),
      record: () =>
        deps.records.power({
          permitted,
          onReadBack,
          writer: () => ({ name: principal.name, untrusted: untrusted() }),
          checkAlerts: deps.alerts.check,
          makeAgent: (suggestion) => deps.makeAgent(suggestion, principal, untrusted()),
        }),
      event: () => deps.events.power({ permitted, onReadBack }),
      notification: () => deps.notifier.power({ permitted, by: principal }),
      subagent: () =>
        deps.subagents.power({ permitted, signal, caller: { runId, callId, channel } }),
      result: () => resultPower(deps.earlierResults, { permitted, onReadBack, runId }),
      'secrets.get': () => credentialPower({ permitted, session }, deps),
      'mcp.call': () => {
        // Words of the server that a client hears while the call runs are part of its result.
        const listener = deps.reviewed(decided) ? undefined : deps.listenerOf(callId)
        return deps.serverPower({ permitted, signal, listener })
      },
      'plugin.run': () => pluginPower(call, deps.plugins),
      'proc.run': () => commandPower({ ...call, limits, requires }, deps),
    }
    return Object.fromEntries(wanted.map((need) => [need, make[need]()])) as Powers
  }
