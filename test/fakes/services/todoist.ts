// Todoist as its documentation of the API v1 describes it: lists of `results` with `next_cursor`.
import { httpService } from './http-service.ts'
import type { Asked, HttpService, Reply } from './http-service.ts'

type Task = Record<string, unknown> & { id: string; content: string }
export type FakeTodoist = HttpService & { readonly tasks: Task[]; readonly closed: string[] }
export const TODOIST_TOKEN = 'todoist-0123456789abcdef0123456789abcdef'

export async function fakeTodoist(): Promise<FakeTodoist> {
  const tasks: Task[] = Array.from({ length: 70 }, (_, at) =>
    taskOf({
      id: `t${at + 1}`,
      content: `Task ${at + 1}`,
      labels: at === 1 ? ['home', 'soon'] : [],
      priority: at === 0 ? 4 : 1,
      due:
        at === 0
          ? { string: 'today', date: '2026-11-23', lang: 'en', is_recurring: false, timezone: null }
          : null,
    }),
  )
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
      // What was asked for as a task comes back as an item.
      const { task_id, ...rest } = sent
      comments.push({
        id: `k${comments.length + 1}`,
        posted_uid: '1',
        posted_at: '2026-11-23T12:00:00.000000Z',
        item_id: task_id,
        is_deleted: false,
        file_attachment: null,
        reactions: null,
        uids_to_notify: null,
        ...rest,
      })
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
      const created = taskOf({
        id: `t${tasks.length + 1}`,
        content: sent['content'],
        ...sent,
      })
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

/** With every field that its client checks in an answer. */
const taskOf = (given: Task): Task => ({
  user_id: '1',
  project_id: 'p1',
  section_id: null,
  parent_id: null,
  added_by_uid: '1',
  assigned_by_uid: null,
  responsible_uid: null,
  labels: [],
  deadline: null,
  duration: null,
  checked: false,
  is_deleted: false,
  added_at: '2026-11-20T08:00:00.000000Z',
  completed_at: null,
  updated_at: '2026-11-20T08:00:00.000000Z',
  due: null,
  priority: 1,
  child_order: 1,
  description: '',
  note_count: 0,
  day_order: -1,
  is_collapsed: false,
  ...given,
})

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
