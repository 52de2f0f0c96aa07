// What a command asks first: which Gatehouse answers, and what a person has to know before they
// believe it, and the hash of the policy. In a file of its own, with no large schema in it: a command that reads is over in less
// time than the schemas of all channels take.
import { z } from 'zod'
import { PolicyHash } from '../../ids.ts'
import { ConfigProblem } from '../../policy/config/config-problem.ts'
import { call, none, terminal } from '../channel.ts'

export const runningChannels = {
  'app.running': call(
    terminal,
    none,
    z.strictObject({
      version: z.string(),
      host: z.enum(['electron', 'browser', 'cli']),
      configFile: z.string(),
      /** What was found changed from outside; null where the journal is as it was written. */
      journalBroken: z.string().nullable(),
    }),
  ),
  /** The hash over everything that can change a decision, and what is wrong with the file. */
  'policy.hash': call(
    terminal,
    none,
    z.strictObject({ hash: PolicyHash, preset: z.string(), problems: z.array(ConfigProblem) }),
  ),
} as const
