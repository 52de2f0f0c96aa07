// The JSON Schema of what commands print with --json, as text: one property for each command.
import { z } from 'zod'
import { failed, outputs } from './outputs.ts'

export function outputSchemaText(): string {
  const whole = z.strictObject({
    commands: z.strictObject({ ...outputs }),
    'any command that fails': failed,
  })
  const schema = z.toJSONSchema(whole, { io: 'output', reused: 'ref', unrepresentable: 'any' })
  return `${JSON.stringify({ title: 'What the commands of Gatehouse print with --json', ...schema }, null, 2)}\n`
}
