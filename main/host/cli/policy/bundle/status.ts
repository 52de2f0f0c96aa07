// `gatehouse policy bundle status`, `fetch`, `accept` and `agent`: what this machine knows of its
// organisation's bundle.
import type { BundleState } from '../../../../../contract/bundle/state.ts'
import { failure } from '../../../../../contract/failure.ts'
import { printJson } from '../../command.ts'
import type { Call, Command } from '../../command.ts'
import { exit } from '../../exit.ts'
import { complain } from '../../output/complain.ts'
import { withEvidence } from '../../session/with-evidence.ts'
import { withQueries, withSession } from '../../session/with-session.ts'
import { heldText, stateLines } from './state-text.ts'

function print({ context, json }: Call, state: BundleState): number {
  if (json) printJson(context, state)
  else context.out(`${stateLines(state).join('\n')}\n`)
  return exit.done
}

export const bundleStatus: Command = {
  name: 'policy bundle status',
  operands: [],
  options: [],
  usage: '',
  summary:
    'Show which policy bundle is in force and what it holds, since when its source has not answered, and what waits',
  run: (call) =>
    withQueries(call, async (session) => {
      const state = await session.call('organisation.state', {})
      if (!state.ok) return complain(call.context, state.error, call.json)
      print(call, state.value)
      if (call.json || state.value.kind === 'none') return exit.done
      const managed = await session.call('organisation.policy', {})
      if (!managed.ok) return complain(call.context, managed.error, call.json)
      if (managed.value !== null) call.context.out(heldText(managed.value))
      return exit.done
    }),
}

export const bundleFetch: Command = {
  name: 'policy bundle fetch',
  operands: [],
  options: [],
  usage: '',
  summary: 'Ask for the organisation’s policy bundle now',
  run: (call) =>
    withSession(call, async (session) => {
      const state = await session.call('organisation.fetch', {})
      if (!state.ok) return complain(call.context, state.error, call.json)
      print(call, state.value)
      return state.value.kind === 'following' && state.value.trouble !== null
        ? exit.failed
        : exit.done
    }),
}

export const bundleAccept: Command = {
  name: 'policy bundle accept',
  operands: [],
  options: ['totp'],
  usage: '[--totp CODE]',
  summary: 'Put the waiting bundle in force. Requires the same confirmation as any loosening',
  run: (call) =>
    withSession(call, async (session) => {
      const { context, json } = call
      const state = await session.call('organisation.state', {})
      if (!state.ok) return complain(context, state.error, json)
      const waiting = state.value.kind === 'none' ? null : state.value.waiting
      if (waiting === null)
        return complain(
          context,
          failure('bundle.none-waiting', 'No bundle waits.', 'See: gatehouse policy bundle status'),
          json,
        )
      const accepted = await withEvidence(call, session, false, (evidence) =>
        session.call('organisation.accept', { digest: waiting.bundle.digest, ...evidence }),
      )
      return accepted.ok ? print(call, accepted.value) : complain(context, accepted.error, json)
    }),
}

export const bundleAgent: Command = {
  name: 'policy bundle agent',
  operands: ['NAME'],
  options: [],
  usage: '',
  summary:
    'Print the agent file of that name in the bundle in force. To have that agent: save it as NAME.yaml in the folder of agents',
  run: (call) =>
    withQueries(call, async (session) => {
      const { context, json, operands } = call
      const held = await session.call('organisation.policy', {})
      if (!held.ok) return complain(context, held.error, json)
      const agents = held.value?.agents ?? {}
      const name = operands[0] ?? ''
      const text = Object.hasOwn(agents, name) ? agents[name] : undefined
      if (text === undefined)
        return complain(
          context,
          failure(
            'bundle.no-agent',
            `The bundle in force has no agent ${name}.`,
            `It has: ${Object.keys(agents).join(', ') || 'none'}.`,
          ),
          json,
        )
      if (json) printJson(context, { name, text })
      else context.out(text)
      return exit.done
    }),
}
