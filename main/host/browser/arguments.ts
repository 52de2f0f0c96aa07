// The command line of the browser host: `gatehouse serve` and `npm start -- --host browser` take
// the same words.
import { parseArgs } from 'node:util'
import { type Failure, failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'

export type BrowserArguments = {
  /** Null: the usual port, or any free one. 0: any free one. */
  readonly port: number | null
  /** Print one line of JSON for a program, and open nothing. */
  readonly json: boolean
  /** Open the person's browser. */
  readonly open: boolean
  readonly config: string | undefined
  /** Of the gateway's HTTP endpoint. Null: the usual one, or any free one. */
  readonly mcpPort: number | null
}

/** Fails with `usage`. */
export function readBrowserArguments(given: readonly string[]): Result<BrowserArguments, Failure> {
  try {
    const { values } = parseArgs({
      args: [...given],
      options: {
        port: { type: 'string' },
        json: { type: 'boolean', default: false },
        'no-open': { type: 'boolean', default: false },
        config: { type: 'string' },
        'mcp-port': { type: 'string' },
      },
    })
    const port = values.port === undefined ? null : portOf(values.port)
    if (port === undefined)
      return err(
        failure('usage', `--port needs a number from 0 to 65535, not "${values.port}".`, USAGE),
      )
    const mcpPort = values['mcp-port'] === undefined ? null : portOf(values['mcp-port'])
    if (mcpPort === undefined)
      return err(
        failure(
          'usage',
          `--mcp-port needs a number from 0 to 65535, not "${values['mcp-port']}".`,
          USAGE,
        ),
      )
    return ok({
      port,
      json: values.json,
      open: !values.json && !values['no-open'],
      config: values.config,
      mcpPort,
    })
  } catch (error) {
    // parseArgs says which word it does not know.
    return err(failure('usage', error instanceof Error ? error.message : String(error), USAGE))
  }
}

const USAGE = 'Use: gatehouse serve [--port N] [--json] [--no-open] [--mcp-port N] [--config FILE]'

const portOf = (text: string): number | undefined =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined
