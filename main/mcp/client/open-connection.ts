// One configured server: what is asked of it goes over the session that is kept running. Other
// servers are never affected: nothing is shared.
import type { ServerConfig } from '../../../contract/server/server.ts'
import type { Connection } from '../connection.ts'
import { ASK_MS } from '../questions.ts'
import { asking } from './asking.ts'
import type { ClientDeps } from './deps.ts'
import { keepRunning, type RunningDeps } from './keep-running.ts'
import { knownAs } from './known-client.ts'
import { usualLimits } from './limits.ts'
import { openLogRing } from './log-ring.ts'
import { openObserver } from './observed-access.ts'
import { openSignIn, type SignIn } from './sign-in/sign-in.ts'
import { speakOver } from './speak.ts'
import { addressWire } from './transport/address-wire.ts'
import { programWire } from './transport/program-wire.ts'
import { usesOf } from './uses.ts'

/** Starts at once, unless it is disabled. Never throws; what goes wrong is its state. */
export function openConnection(name: string, config: ServerConfig, deps: ClientDeps): Connection {
  const limits = { ...usualLimits, ...deps.limits }
  const log = openLogRing()
  const observer = openObserver()
  const closing = new AbortController()
  const signIn = signInTo(config, deps)
  const openWire =
    config.transport === 'stdio'
      ? programWire(name, config, deps, limits, observer)
      : addressWire(config, deps, limits, observer, signIn)
  const given: RunningDeps = { name, config, deps, limits, log, openWire, signIn, closing }
  const running = keepRunning(given)
  const waits = deps.asked === undefined ? 0 : ASK_MS
  const uses = usesOf(name, speakOver(running, given), asking(closing.signal, deps.now, waits))
  return {
    state: running.state,
    offer: running.offer,
    heldLaunch: running.heldLaunch,
    subscribe: running.subscribe,
    start: running.start,
    dispose: running.dispose,
    settled: () => (running.session()?.stale() ?? null) === null,
    ...uses,
    async call(tool, args, options) {
      const answer = await uses.call(tool, args, options)
      if (answer.ok) observer.answered(answer.value, tool)
      return answer
    },
    observed: () => observer.seen(),
    misses: () => observer.misses([...log.lines(), running.session()?.tail() ?? '']),
    visible: () => running.session()?.visible() ?? null,
    log: () => {
      const now = openLogRing()
      const tail = running.session()?.tail().split('\n') ?? []
      for (const line of [...log.lines(), ...tail]) now.add(line)
      return now.lines()
    },
  }
}

/** Null: it is a program, or a person has written down what lets us in. */
const signInTo = (config: ServerConfig, deps: ClientDeps): SignIn | null =>
  config.transport === 'http' &&
  deps.signIn !== undefined &&
  !Object.keys(config.headers).some((header) => /^authorization$/i.test(header))
    ? openSignIn(config.url, 'Gatehouse', { ...deps.signIn, ...knownAs(config, deps) })
    : null
