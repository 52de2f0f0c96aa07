// What is in force, and what is wrong or probably not meant in its file.
import { z } from 'zod'
import { ConfigProblem } from './config/config-problem.ts'
import { PolicyHash } from '../ids.ts'
import { Preset } from './preset.ts'
import { Rule } from './rule.ts'

/** Something about the policy that is allowed and probably not meant. */
export const PolicyWarning = z.strictObject({
  code: z.enum([
    'rule.redundant',
    'rule.dead',
    'rule.expired',
    'rule.no-such-tool',
    'key.deprecated',
    'rule.nobody-second',
    'tool.unknown',
    'host.too-wide',
    'host.no-scheme',
    'plugin.built-in',
    'plugin.no-preset',
  ]),
  text: z.string(),
  line: z.int().nullable(),
})
export type PolicyWarning = z.infer<typeof PolicyWarning>

export const PolicyReport = z.strictObject({
  hash: PolicyHash,
  preset: z.string(),
  presets: z.record(z.string(), Preset),
  rules: z.array(Rule),
  problems: z.array(ConfigProblem),
  warnings: z.array(PolicyWarning),
})
export type PolicyReport = z.infer<typeof PolicyReport>
