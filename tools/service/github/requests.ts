// The requests of each action to the REST API of GitHub, version 2022-11-28. Pure.
import { assertNever } from '../../../contract/never.ts'
import type { Json } from '../../../contract/json.ts'
import type { GithubInput } from './input.ts'
import type { Ask, Service } from '../ask.ts'

const headers = {
  accept: 'application/vnd.github+json',
  'x-github-api-version': '2022-11-28',
}

export const PER_PAGE = 10

export function githubRequests(service: Service, input: GithubInput): readonly Ask[] {
  const { owner = '', repo = '', number = 0, page = 1, per_page = PER_PAGE } = input
  const below = ['repos', owner, repo]
  const list = { page, per_page }
  const get = (path: readonly (string | number)[], query: Ask['query'] = {}): Ask[] => [
    { service, method: 'GET', path, query, headers },
  ]
  const send = (
    method: 'POST' | 'PATCH' | 'PUT',
    path: readonly (string | number)[],
    body: Json,
  ): Ask[] => [{ service, method, path, body, headers }]
  switch (input.action) {
    case 'list_issues':
      return get([...below, 'issues'], {
        ...list,
        state: input.state ?? 'open',
        labels: input.labels?.join(','),
      })
    case 'get_issue':
      return [
        ...get([...below, 'issues', number]),
        ...get([...below, 'issues', number, 'comments'], list),
      ]
    case 'list_prs':
      return get([...below, 'pulls'], { ...list, state: input.state ?? 'open' })
    case 'get_pr':
      return get([...below, 'pulls', number])
    case 'get_pr_files':
      return get([...below, 'pulls', number, 'files'], list)
    case 'get_file_content':
      return get([...below, 'contents', ...(input.path ?? '').split('/')], { ref: input.ref })
    case 'get_workflow_runs':
      return input.workflow_id === undefined
        ? get([...below, 'actions', 'runs'], list)
        : get([...below, 'actions', 'workflows', input.workflow_id, 'runs'], list)
    case 'notifications':
      return get(['notifications'], list)
    case 'create_issue':
      return send('POST', [...below, 'issues'], {
        title: input.title ?? '',
        ...(input.body === undefined ? {} : { body: input.body }),
        ...(input.labels === undefined ? {} : { labels: input.labels }),
      })
    case 'close_issue':
      return send('PATCH', [...below, 'issues', number], { state: 'closed' })
    case 'reopen_issue':
      return send('PATCH', [...below, 'issues', number], { state: 'open' })
    case 'comment_issue':
      return send('POST', [...below, 'issues', number, 'comments'], { body: input.body ?? '' })
    case 'create_pr_review':
      return send('POST', [...below, 'pulls', number, 'reviews'], {
        event: input.event ?? 'COMMENT',
        ...(input.body === undefined ? {} : { body: input.body }),
      })
    case 'close_pr':
      return send('PATCH', [...below, 'pulls', number], { state: 'closed' })
    case 'merge_pr':
      return send('PUT', [...below, 'pulls', number, 'merge'], {
        merge_method: input.merge_method ?? 'merge',
        ...(input.sha === undefined ? {} : { sha: input.sha }),
      })
    case 'trigger_workflow':
      return send(
        'POST',
        [...below, 'actions', 'workflows', input.workflow_id ?? '', 'dispatches'],
        {
          ref: input.ref ?? 'main',
          ...(input.inputs === undefined ? {} : { inputs: input.inputs }),
        },
      )
    default:
      return assertNever(input.action, 'githubRequests')
  }
}
