// What a model reads of the answers of GitHub: lines, the next page named, nothing cut in silence.
import { failure, type Failure } from '../../../contract/failure.ts'
import { assertNever } from '../../../contract/never.ts'
import type { Json, JsonObject } from '../../../contract/json.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { ToolOutput } from '../../../contract/call/tool.ts'
import type { GithubInput } from './input.ts'
import type { Answer, Ask, Asker } from '../ask.ts'
import { decoded } from '../base64.ts'
import { asList, asObject, asText, cutAt, lines } from '../service-tool.ts'
import { PER_PAGE } from './requests.ts'

const LIST_BODY = 500
const WHOLE_BODY = 20_000
const PATCH = 1_500
const FILE_CHARS = 10_000

export async function githubText(
  input: GithubInput,
  ask: Asker,
  plan: readonly Ask[],
): Promise<Result<ToolOutput, Failure>> {
  const answers: Answer[] = []
  for (const each of plan) {
    const answer = await ask(each)
    if (!answer.ok) return answer
    answers.push(answer.value)
  }
  const [first, second] = answers
  if (first === undefined) return ok({ text: '' })
  const shown = show(input, first, second)
  if (!shown.ok) return shown
  return ok({ text: lines(shown.value.text, first.note), data: shown.value.data })
}

type Shown = { readonly text: string; readonly data: Json }

function show(
  input: GithubInput,
  first: Answer,
  second: Answer | undefined,
): Result<Shown, Failure> {
  const { json } = first
  const one = asObject(json)
  switch (input.action) {
    case 'list_issues': {
      // The same list has pull requests in it.
      const issues = asList(json).filter((issue) => issue['pull_request'] === undefined)
      return ok(listed(issues.map(issueLine), issues.map(issueData), input, first))
    }
    case 'list_prs':
      return ok(listed(asList(json).map(issueLine), asList(json).map(issueData), input, first))
    case 'get_issue': {
      const comments = asList(second?.json)
      return ok({
        text: lines(
          wholeIssue(one),
          comments.length === 0 ? 'No comments.' : 'Comments:',
          ...comments.map(
            (comment) =>
              `- ${login(comment)}, ${asText(comment['created_at'])}: ${cutAt(asText(comment['body']), LIST_BODY * 4)}`,
          ),
          second === undefined ? null : nextPage(second, input),
        ),
        data: issueData(one),
      })
    }
    case 'get_pr':
      return ok({
        text: lines(
          wholeIssue(one),
          `From ${asText(asObject(one['head'])['label'])} into ${asText(asObject(one['base'])['label'])}; head ${asText(asObject(one['head'])['sha'])}.`,
          `${asText(one['commits'])} commits, ${asText(one['changed_files'])} files, +${asText(one['additions'])} −${asText(one['deletions'])}; ${one['merged'] === true ? 'merged' : one['mergeable'] === false ? 'cannot be merged as it is' : 'not merged'}.`,
        ),
        data: { ...issueData(one), sha: asText(asObject(one['head'])['sha']) },
      })
    case 'get_pr_files': {
      const files = asList(json)
      return ok(
        listed(
          files.map(
            (file) =>
              `${asText(file['status'])} ${asText(file['filename'])} +${asText(file['additions'])} −${asText(file['deletions'])}\n${cutAt(asText(file['patch']), PATCH)}`,
          ),
          files.map((file) => ({ path: asText(file['filename']), status: asText(file['status']) })),
          input,
          first,
        ),
      )
    }
    case 'get_file_content':
      return fileText(json, input)
    case 'get_workflow_runs': {
      const runs = asList(one['workflow_runs'])
      return ok(
        listed(
          runs.map(
            (run) =>
              `#${asText(run['run_number'])} ${asText(run['name'])} on ${asText(run['head_branch'])}: ${asText(run['conclusion']) || asText(run['status'])}, ${asText(run['created_at'])}`,
          ),
          runs.map((run) => ({ id: asText(run['id']), status: asText(run['status']) })),
          input,
          first,
        ),
      )
    }
    case 'notifications': {
      const all = asList(json)
      return ok(
        listed(
          all.map(
            (each) =>
              `${asText(asObject(each['repository'])['full_name'])}: ${asText(asObject(each['subject'])['title'])} (${asText(each['reason'])}, ${asText(each['updated_at'])})`,
          ),
          all.map((each) => ({ id: asText(each['id']), reason: asText(each['reason']) })),
          input,
          first,
        ),
      )
    }
    case 'merge_pr':
      return ok({
        text: `Merged: ${asText(one['message'])} (${asText(one['sha'])}).`,
        data: { sha: asText(one['sha']) },
      })
    case 'trigger_workflow':
      return ok({ text: 'The workflow was started.', data: {} })
    case 'create_issue':
    case 'close_issue':
    case 'reopen_issue':
    case 'comment_issue':
    case 'create_pr_review':
    case 'close_pr':
      return ok({
        text: lines(
          `Done: ${asText(one['html_url'])}`,
          one['number'] === undefined
            ? null
            : `#${asText(one['number'])} is ${asText(one['state'])}.`,
        ),
        data: { number: asText(one['number'] ?? one['id']), url: asText(one['html_url']) },
      })
    default:
      return assertNever(input.action, 'show')
  }
}

const login = (of: JsonObject): string => asText(asObject(of['user'])['login'])

const issueLine = (issue: JsonObject): string =>
  lines(
    `#${asText(issue['number'])} ${asText(issue['title'])} (${asText(issue['state'])}, ${login(issue)})`,
    cutAt(asText(issue['body']), LIST_BODY),
  )
const issueData = (issue: JsonObject): JsonObject => ({
  number: asText(issue['number']),
  title: asText(issue['title']),
  state: asText(issue['state']),
})
const wholeIssue = (issue: JsonObject): string =>
  lines(
    `#${asText(issue['number'])} ${asText(issue['title'])}`,
    `${asText(issue['state'])}, by ${login(issue)}, ${asText(issue['created_at'])}`,
    cutAt(asText(issue['body']), WHOLE_BODY),
  )

function listed(
  entries: readonly string[],
  data: readonly JsonObject[],
  input: GithubInput,
  answer: Answer,
): Shown {
  const next = nextPage(answer, input)
  return {
    text: lines(entries.length === 0 ? 'None on this page.' : entries.join('\n'), next),
    data: { entries: [...data], more: next !== null },
  }
}

/** By the header that says so, as GitHub wants lists to be read. */
function nextPage(
  { headers }: Answer,
  { page = 1, per_page = PER_PAGE }: GithubInput,
): string | null {
  return /;\s*rel="?next"?/.test(headers['link'] ?? '')
    ? `There is more: call again with page ${page + 1} and per_page ${per_page}.`
    : null
}

function fileText(json: Json, { path = '', offset = 0 }: GithubInput): Result<Shown, Failure> {
  if (Array.isArray(json)) {
    const names = asList(json).map(
      (entry) => `${asText(entry['name'])}${entry['type'] === 'dir' ? '/' : ''}`,
    )
    return ok({ text: `${path} is a folder:\n${names.join('\n')}`, data: { entries: names } })
  }
  const file = asObject(json)
  if (file['encoding'] !== 'base64')
    return err(
      failure(
        'github.no-content',
        `${path} has no text that GitHub gives out here: it is larger than 1 MB, or no file.`,
        'Ask for another file.',
      ),
    )
  const bytes = decoded(asText(file['content']))
  if (bytes.subarray(0, 1_024).includes(0))
    return err(failure('github.binary', `${path} is not text.`, 'Ask for another file.'))
  const whole = new TextDecoder().decode(bytes)
  const part = whole.slice(offset, offset + FILE_CHARS)
  const end = offset + part.length
  return ok({
    text: lines(
      part,
      end < whole.length
        ? `[${whole.length - end} more characters: call again with offset ${end}]`
        : null,
    ),
    data: { path, chars: whole.length, sha: asText(file['sha']) },
  })
}
