// Todoist as its documentation of the API v1 describes it: lists of `results` with `next_cursor`.
import { httpService } from './http-service.ts'
import type { Asked, HttpService, Reply } from './http-service.ts'

type Task = Record<string, unknown> & { id: string; content: string }
export type FakeTodoist = HttpService & { readonly tasks: Task[]; readonly closed: string[] }
export const TODOIST_TOKEN = 'todoist-0123456789abcdef0123456789abcdef'

export async function fakeTodoist(): Promise<FakeTodoist> {
  const tasks: Task[] = Array.from({ length: 70 }, (_, at) => ({
    id: `t${at + 1}`,
    content: `Task ${at + 1}`,
    description: '',
    priority: at === 0 ? 4 : 1,
    due: at === 0 ? { string: 'today', date: '2026-11-23' } : null,
  }))
  const comments: Record<string, unknown>[] = []
  const closed: string[] = []
  const paged = (all: readonly unknown[], query: URLSearchParams): Reply => {
    const size = Number(query.get('limit') ?? 50)
    const from = Number(query.get('cursor')?.slice(1) ?? 0)
    const end = from + size
    return {
      json: { results: all.slice(from, end), next_cursor: end < all.length ? `c${end}` : null },
    }
  }
  const answer = ({ method, path, query, body }: Asked): Reply | null => {
    const sent = body === '' ? {} : (JSON.parse(body) as Record<string, unknown>)
    const [, kind, id, verb] = path.split('/')
    if (path === '/projects') return paged([{ id: 'p1', name: 'Work' }], query)
    if (path === '/tasks/filter')
      return paged(
        tasks.filter(({ priority }) => priority === 4),
        query,
      )
    if (path === '/comments' && method === 'GET') return paged(comments, query)
    if (path === '/comments') {
      comments.push({ id: 'k1', ...sent })
      return { json: comments.at(-1) }
    }
    if (path === '/tasks' && method === 'GET') return paged(tasks, query)
    if (path === '/tasks') {
      if (typeof sent['content'] !== 'string')
        return refusal(400, 'Required argument is missing', 'ARGUMENT_MISSING', {
          argument: 'content',
        })
      if (sent['due_string'] === 'never ever')
        return refusal(400, 'Date is invalid', 'INVALID_DATE', { argument: 'due_string' })
      const created = { id: `t${tasks.length + 1}`, content: sent['content'], ...sent }
      tasks.push(created)
      return { json: created }
    }
    const one = kind === 'tasks' ? tasks.find((task) => task.id === id) : undefined
    if (one === undefined) return null
    if (verb === 'close') {
      closed.push(one.id)
      return { status: 204 }
    }
    if (method === 'DELETE') {
      tasks.splice(tasks.indexOf(one), 1)
      return { status: 204 }
    }
    if (method === 'POST') Object.assign(one, sent)
    return { json: one }
  }
  const service = await httpService(answer, {
    expects: { header: 'authorization', value: `Bearer ${TODOIST_TOKEN}` },
    error: (status, text) =>
      refusal(status, text, TAGS[status] ?? 'INTERNAL', status === 429 ? { retry_after: 1 } : {}),
  })
  return Object.assign(service, { tasks, closed })
}

const TAGS: Readonly<Record<number, string>> = {
  401: 'AUTH_INVALID_TOKEN',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  429: 'LIMITS_REACHED',
}
const refusal = (status: number, error: string, tag: string, extra: object): Reply => ({
  status,
  json: {
    error,
    error_code: 400 + (status % 100),
    error_tag: tag,
    http_code: status,
    error_extra: { event_id: '0123456789abcdef', ...extra },
  },
})
