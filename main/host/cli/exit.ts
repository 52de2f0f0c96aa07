// What the exit codes mean. Part of the stable interface.
import { LIMIT_REACHED, NOT_RUN } from '../../../contract/server/exec-exit.ts'
import type { Failure } from '../../../contract/failure.ts'

export const exit = {
  done: 0,
  failed: 1,
  usage: 2,
  denied: 3,
  /** Needs a person, and none could be asked. */
  needsPerson: 4,
  /** Of `exec`, whose command ends it with any other code: 128 and the number where a signal ended that. */
  limit: LIMIT_REACHED,
  notRun: NOT_RUN,
  /** Ended by a closed terminal, Ctrl+C or SIGTERM, as shells count them. */
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const

/**
 * How a failure ends a command: the same one ends each command alike. Words that can mean nothing are
 * a matter of usage; a name or file of something that is not there is not.
 */
const exits: Readonly<Record<string, number>> = {
  usage: exit.usage,
  'query.wrong': exit.usage,

  'agent.refused': exit.denied,
  'connect.declined': exit.denied,
  'emergency-stop.refused': exit.denied,
  'emergency-stop.stopped': exit.denied,
  'lease.refused': exit.denied,
  'open.refused': exit.denied,
  'plugins.refused': exit.denied,
  'policy.refused': exit.denied,
  'servers.refused': exit.denied,
  'undo.refused': exit.denied,

  'approval.no-terminal': exit.needsPerson,
  'approval.nobody': exit.needsPerson,
  'approval.step-up': exit.needsPerson,
  'connect.no-person': exit.needsPerson,
  'secrets.no-value': exit.needsPerson,
  'step-up.unset': exit.needsPerson,
  'watch.no-terminal': exit.needsPerson,
}

export const exitFor = ({ code }: Pick<Failure, 'code'>): number =>
  (Object.hasOwn(exits, code) ? exits[code] : undefined) ?? exit.failed
