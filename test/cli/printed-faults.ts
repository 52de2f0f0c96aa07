// What is wrong with a value that a command printed with --json, by the schema that we ship.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Validator } from '@cfworker/json-schema'
import type { Schema } from '@cfworker/json-schema'

const schema = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../schemas/command-line.schema.json'), 'utf8'),
) as Schema

/**
 * By the schema of the command, or by that of failures. A command whose answer is that something is
 * wrong ends with 1 and prints a value of its own.
 */
export function printedFaults(name: string, code: number, value: unknown): readonly string[] {
  const failed = typeof value === 'object' && value !== null && 'error' in value
  const whole =
    code === 0 || !failed
      ? { ...schema, required: [], properties: { commands: commandsSchema([name]) } }
      : { ...schema, required: ['any command that fails'] }
  const wrapped =
    code === 0 || !failed ? { commands: { [name]: value } } : { 'any command that fails': value }
  return new Validator(whole, '2020-12', false)
    .validate(wrapped)
    .errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`)
}

const commandsSchema = (required: readonly string[]): Schema => ({
  ...(schema.properties?.['commands'] as Schema),
  required: [...required],
})
