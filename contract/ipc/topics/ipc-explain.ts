// Channels: the questions about the policy that the command line asks. In a file of their own, with no
// approval and no simulation in it: a command is over in less time than those schemas take.
import { z } from 'zod'
import { PolicyReport } from '../../policy/policy-report.ts'
import { Supposed, SupposedCall } from '../../policy/supposed.ts'
import { call, everywhere, none } from '../channel.ts'

export const explainChannels = {
  /** Under the policy in force, or under another configuration file's text. Nothing is recorded. */
  'policy.explain': call(
    everywhere,
    z.strictObject({
      calls: z.array(SupposedCall).min(1).max(1_000),
      text: z.string().max(1_048_576).optional(),
    }),
    z.array(Supposed),
  ),
  'policy.report': call(everywhere, none, PolicyReport),
  /** Reads a whole configuration file's text and says what is wrong with it; changes nothing. */
  'policy.check': call(
    everywhere,
    z.strictObject({ text: z.string().max(1_048_576) }),
    PolicyReport,
  ),
} as const
