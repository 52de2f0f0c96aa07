// Channels: the policy in force, what another text would decide, and changes of the file.
import { z } from 'zod'
import { evidence } from '../../approval/evidence.ts'
import { JsonObject } from '../../json.ts'
import { Simulation } from '../../policy/simulation.ts'
import {
  PolicyComparison,
  PolicyEdit,
  PolicyOverview,
  PolicyUsage,
  SimulatedPiece,
  TextHash,
} from '../../policy/policy-file.ts'
import { Rule } from '../../policy/rule.ts'
import { call, everywhere, none, screens, terminal } from '../channel.ts'

export const policyChannels = {
  /** Replays the newest decisions of the journal under another configuration file's text. */
  'policy.simulate': call(
    everywhere,
    z.strictObject({ text: z.string().max(1_048_576), limit: z.int().min(1).max(100_000) }),
    Simulation,
  ),
  /** The whole file with what of it is in force. */
  'policy.overview': call(screens, none, PolicyOverview),
  /** A text with one change in it; comments and order stay. Writes nothing. */
  'policy.edit': call(
    screens,
    z.strictObject({ text: z.string().max(1_048_576), edit: PolicyEdit }),
    z.strictObject({ text: z.string() }),
  ),
  /** What saving a text would make looser, and what it takes. */
  'policy.compare': call(
    screens,
    z.strictObject({ text: z.string().max(1_048_576) }),
    PolicyComparison,
  ),
  /**
   * Puts a text in the place of the file, which must still be the one of that hash
   * (`config.changed` else), and keeps the old one beside it.
   */
  'policy.write': call(
    screens,
    z.strictObject({
      text: z.string().max(1_048_576),
      expectedHash: TextHash,
      ...evidence,
    }),
    z.strictObject({ overview: PolicyOverview, backup: z.string().nullable() }),
  ),
  /**
   * Puts one more rule into the file, as saving it on the Policy screen does: what it loosens takes
   * the same confirmation or proof. Failures: `config.rule-twice`
   * for an id that is taken, and those of `policy.write`.
   */
  'policy.add-rule': call(screens, z.strictObject({ rule: Rule, ...evidence }), PolicyOverview),
  /** As `policy.simulate`, a piece at a time, so that it can be watched and stopped. */
  'policy.simulate-page': call(
    screens,
    z.strictObject({
      text: z.string().max(1_048_576),
      before: z.int().optional(),
      limit: z.int().min(1).max(1_000),
    }),
    SimulatedPiece,
  ),
  /**
   * Takes presets and the settings of plugins over from the TOML file of the plugins that came
   * before. `folder`: where that file is. Writes with `apply` only, as `policy.write` does.
   */
  'policy.import': call(
    terminal,
    z.strictObject({
      text: z.string().max(1_048_576),
      folder: z.string().min(1).max(4_096),
      apply: z.boolean(),
      ...evidence,
    }),
    z.strictObject({
      notes: z.array(z.string()),
      relaxes: z.array(z.string()),
      text: z.string(),
      written: z.boolean(),
    }),
  ),
  'policy.usage': call(screens, none, PolicyUsage),
  /** JSON Schema of the file, with what each setting means. */
  'policy.schema': call(screens, none, JsonObject),
} as const
