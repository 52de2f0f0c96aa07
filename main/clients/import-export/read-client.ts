// Pure. The servers in the configuration of another client, whatever its form, as they are there.
// Nothing is run, resolved or believed.
import { parse as parseJson, type ParseError } from 'jsonc-parser'
import { parse as parseToml } from 'smol-toml'
import { z } from 'zod'
import type { ClientFormat } from '../../../contract/server/server-review.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'

const strings = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean()]).transform(String),
)

/** What any of them may write; each uses some of it. */
const Written = z.object({
  type: z.string().optional(),
  transport: z.string().optional(),
  command: z.string().optional(),
  args: z.array(z.string()).default([]),
  env: strings.default({}),
  env_vars: z.array(z.string()).default([]),
  url: z.string().optional(),
  serverUrl: z.string().optional(),
  headers: strings.default({}),
  http_headers: strings.default({}),
  env_http_headers: strings.default({}),
  bearer_token_env_var: z.string().optional(),
  cwd: z.string().optional(),
  envFile: z.string().optional(),
  timeout: z.number().optional(),
  tool_timeout_sec: z.number().optional(),
})
export type Written = z.infer<typeof Written>

/** `unreadable`: what is wrong with this one; the others can be taken all the same. */
export type FoundServer =
  | { readonly name: string; readonly written: Written }
  | { readonly name: string; readonly unreadable: string }

const Tables = z.record(z.string(), z.unknown())

/**
 * Also the servers of projects, where a client keeps those in the same file. Failure
 * `servers.import-unreadable`.
 */
export function readClient(
  format: ClientFormat,
  text: string,
): Result<readonly FoundServer[], Failure> {
  let value: unknown
  try {
    const faults: ParseError[] = []
    // With comments and commas at the end, as people write settings.
    value =
      format === 'codex'
        ? parseToml(text)
        : parseJson(text.replace(/^\ufeff/, ''), faults, { allowTrailingComma: true })
    if (faults.length > 0) throw new Error('not JSON')
  } catch (error) {
    // The words of a parser quote the file, and the file has secrets.
    const line = error instanceof Error && 'line' in error ? ` at line ${String(error.line)}` : ''
    return err(
      failure(
        'servers.import-unreadable',
        `That is no ${format === 'codex' ? 'TOML' : 'JSON'}${line}.`,
        'Fix the file in its own client first.',
      ),
    )
  }
  const root = Tables.safeParse(value).data ?? {}
  const key = format === 'codex' ? 'mcp_servers' : format === 'vscode' ? 'servers' : 'mcpServers'
  const nested = format === 'vscode' ? [Tables.safeParse(root['mcp']).data ?? {}] : []
  const projects =
    format === 'claude-code' ? Object.values(Tables.safeParse(root['projects']).data ?? {}) : []
  const locations = [
    root,
    ...nested,
    ...projects.map((project) => Tables.safeParse(project).data ?? {}),
  ]
  const found = locations.flatMap((location) =>
    Object.entries(Tables.safeParse(location[key]).data ?? {}),
  )
  const servers = found.map(([name, one]): FoundServer => {
    const parsed = Written.safeParse(one)
    return parsed.success
      ? { name, written: parsed.data }
      : {
          name,
          unreadable: `${parsed.error.issues[0]?.path.join('.') ?? 'it'} is not what it should be`,
        }
  })
  return ok(
    LOST.test(text)
      ? [
          ...servers,
          {
            name: '__proto__',
            unreadable: 'nothing can be named __proto__, and what is was left out',
          },
        ]
      : servers,
  )
}

/**
 * A name that no object of JavaScript can hold as its own by plain assignment: parsers drop it, and
 * a person has to hear of it.
 */
const LOST = /(?:^|[\s.{,[])["']?__proto__["']?\s*[\]:.=]/m
