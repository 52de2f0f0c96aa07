// One line for what a call would touch. Apart from the card, which lists show nothing else of.
import { subagentText } from '../../../../contract/approval/subagent-text.ts'
import type { CanonicalTouch, FileContent, ServerPath } from '../../../../contract/call/touch.ts'
import { eventTarget } from '../../../../contract/inbound/event.ts'
import { assertNever } from '../../../../contract/never.ts'
import { recordTarget } from '../../../../contract/record/record-text.ts'
import { exact } from './show.ts'

export function touchText(touch: CanonicalTouch): string {
  switch (touch.kind) {
    case 'fs.read':
      return `read ${exact(touch.path)} (${touch.zone}, ${touch.is})${contentText(touch.content)}`
    case 'fs.write':
      return `write ${exact(touch.path)} (${touch.zone}, ${touch.is})${bytesText(touch.bytes)}`
    case 'net.fetch':
      return `${touch.method} ${exact(touch.url)} (${touch.reach}${touch.listed ? ', on the allowlist' : ''})${bytesText(touch.bytes)}`
    case 'proc.run':
      return `run ${exact(touch.command)} in ${exact(touch.cwd)} (${touch.zone})`
    case 'net.connect':
      return `connect to ${exact(touch.host)}:${touch.port} (${touch.reach}${touch.listed ? ', on the allowlist' : ''})`
    case 'memory':
      return `${touch.access} memory`
    case 'schedule':
      return touch.job === null
        ? `${touch.access} scheduled jobs`
        : `${touch.access} the job ${exact(touch.job.name)}: ${exact(touch.job.sentence)}`
    case 'subagent':
      return exact(subagentText(touch))
    case 'record':
      return `${touch.access} ${exact(recordTarget(touch))}`
    case 'event':
      return `${touch.access} ${exact(eventTarget(touch))}`
    case 'notification':
      return 'show a notification'
    case 'result':
      return `read the result of ${exact(touch.call)} again`
    case 'secrets.get':
      return `use the credential ${exact(touch.name)}`
    case 'mcp.call':
      return `${touch.what === undefined ? 'call' : touch.what === 'resource' ? 'read the resource' : 'get the prompt'} ${exact(touch.tool)} of the server ${exact(touch.server)} (trust: ${touch.trust})${(touch.paths ?? []).map(pathText).join('')}`
    case 'plugin.run':
      return `run the ${touch.origin} plugin ${exact(touch.plugin)} (${touch.runs === 'wasi' ? 'a WASI module' : 'a program'}, ${touch.digest.slice(0, 12)})`
    default:
      return assertNever(touch, 'touchText')
  }
}

/** Of a file that is handed on: what is in it. */
const contentText = (content: FileContent | undefined): string =>
  content === undefined
    ? ''
    : `, and sends its ${content.bytes} bytes with the SHA-256 ${content.sha256}${secretsText(content)}`

/** What was found in it, or that nobody looked. */
const secretsText = ({ secrets }: FileContent): string =>
  secrets === undefined || secrets?.length === 0
    ? ''
    : secrets === null
      ? '; it was not looked through for secrets'
      : `; SECRETS WERE FOUND IN IT: ${secrets.map(exact).join(', ')}`

const pathText = ({ argument, path, granted }: ServerPath): string =>
  `, ${exact(argument.slice(1))}: ${exact(path)} (${grantWords[granted]})`

const grantWords: Readonly<Record<ServerPath['granted'], string>> = {
  write: 'granted to read and write',
  read: 'granted to read',
  own: 'its own private folder',
  none: 'not granted',
}

const bytesText = (bytes: number | undefined): string =>
  bytes === undefined ? '' : `, ${bytes} bytes`
