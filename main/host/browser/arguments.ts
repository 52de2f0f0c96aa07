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
  /** Of the endpoint of webhooks. Null: the usual one. */
  readonly webhookPort: number | null
}

const PORTS = ['port', 'mcp-port', 'webhook-port'] as const

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
        'webhook-port': { type: 'string' },
      },
    })
    const ports: Record<(typeof PORTS)[number], number | null> = {
      port: null,
      'mcp-port': null,
      'webhook-port': null,
    }
    for (const name of PORTS) {
      const text = values[name]
      const port = text === undefined ? null : portOf(text)
      if (port === undefined)
        return err(
          failure('usage', `--${name} needs a number from 0 to 65535, not "${text}".`, USAGE),
        )
      ports[name] = port
    }
    return ok({
      port: ports.port,
      json: values.json,
      open: !values.json && !values['no-open'],
      config: values.config,
      mcpPort: ports['mcp-port'],
      webhookPort: ports['webhook-port'],
    })
  } catch (error) {
    // parseArgs says which word it does not know.
    return err(failure('usage', error instanceof Error ? error.message : String(error), USAGE))
  }
}

const USAGE =
  'Use: gatehouse serve [--port N] [--json] [--no-open] [--mcp-port N] [--webhook-port N] [--config FILE]'

const portOf = (text: string): number | undefined =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined
