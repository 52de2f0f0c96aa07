// The rule that “deny always” creates.
import type { Approval } from '../../../contract/approval/approval.ts'
import { failure } from '../../../contract/failure.ts'
import type { Failure } from '../../../contract/failure.ts'
import { err, ok } from '../../../contract/result.ts'
import type { Result } from '../../../contract/result.ts'
import type { Rule } from '../../../contract/policy/rule.ts'
import { namesHost } from '../touch-facts.ts'

/** A rule that refuses just what was asked, for every asker. */
export function refusalRule({
  id,
  tool,
  action,
  decision,
}: Pick<Approval, 'id' | 'tool' | 'action' | 'decision'>): Result<Rule, Failure> {
  const { touches } = decision
  const paths = touches.flatMap((touch) =>
    touch.kind === 'fs.read' || touch.kind === 'fs.write' ? [touch.path] : [],
  )
  const domains = touches.flatMap((touch) =>
    namesHost(touch) ? [hostOf(touch.host, touch.port, 'url' in touch ? touch.url : 'https:')] : [],
  )
  const commands = touches.flatMap((touch) =>
    touch.kind === 'proc.run'
      ? (touch.parts ?? []).flatMap(({ words }) => (words.length === 0 ? [] : [words.join(' ')]))
      : [],
  )
  const nameless =
    paths.some((path) => /[*?]/.test(path)) ||
    commands.some((command) => !/^[^\s]+( [^\s]+)*$/.test(command))
  // A tool of a server is reached by its name alone; of what else it has the rule would refuse
  // everything.
  const external =
    touches.length === 1 && touches[0]?.kind === 'mcp.call' && touches[0].what === undefined
  if (nameless || (!external && paths.length + domains.length + commands.length === 0)) {
    return err(
      failure(
        'approval.no-rule',
        'No rule can match only this call.',
        'Deny it once, or write a rule by hand.',
      ),
    )
  }
  return ok({
    id: `refused-${id.slice(-12)}`,
    when: {
      tools: [tool],
      ...(action === null ? {} : { actions: [action] }),
      ...(paths.length === 0 ? {} : { paths }),
      ...(domains.length === 0 ? {} : { domains }),
      ...(commands.length === 0 ? {} : { commands: commands.slice(0, 1) }),
    },
    effect: 'deny',
    reason: 'You always deny this.',
  })
}

const hostOf = (host: string, port: number, url: string): string =>
  port === (url.startsWith('http:') ? 80 : 443) ? host : `${host}:${port}`
