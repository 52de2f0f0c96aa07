// Tasks of Todoist, by its API v1. By hand: the official client brings a fetch of its own, where
// every request here has to be known before.
import { z } from 'zod'
import { fieldsOf } from '../contract/approval/call-facts.ts'
import { assertNever } from '../contract/never.ts'
import { ok } from '../contract/result.ts'
import type { JsonObject } from '../contract/json.ts'
import type { Services } from '../contract/policy/config/services.ts'
import {
  actionNames,
  changes,
  fitsAction,
  oneLine,
  reads,
  type ActionTable,
} from './service/action-args.ts'
import type { Ask, Service } from './service/ask.ts'
import { asList, asObject, asText, cutAt, lines, serviceTool } from './service/service-tool.ts'
import { todoistService } from './service/services.ts'

const paged = ['cursor', 'limit']
const task = ['content', 'description', 'due_string', 'priority', 'labels']

const actions = {
  list_tasks: reads([], ['project_id', 'filter', ...paged]),
  get_task: reads(['task_id']),
  list_comments: reads(['task_id'], paged),
  list_projects: reads([], paged),
  create_task: changes(['content'], [...task, 'project_id']),
  update_task: changes(['task_id'], task),
  complete_task: changes(['task_id']),
  delete_task: changes(['task_id']),
  add_comment: changes(['task_id', 'comment_content']),
} satisfies ActionTable

const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'an id as a list shows it')

const input = z
  .strictObject({
    action: z.enum(actionNames(actions)).describe('What to do.'),
    task_id: id.optional().describe('Id of a task.'),
    project_id: id.optional().describe('Id of a project.'),
    content: z
      .string()
      .min(1)
      .max(500)
      .refine(oneLine, 'one line')
      .optional()
      .describe('The task.'),
    description: z.string().max(16_383).optional().describe('More about it, in Markdown.'),
    filter: z
      .string()
      .min(1)
      .max(1_024)
      .refine(oneLine, 'one line')
      .optional()
      .describe('Filter in the words of Todoist, such as "today & #Work".'),
    due_string: z
      .string()
      .min(1)
      .max(150)
      .refine(oneLine, 'one line')
      .optional()
      .describe('When it is due, in words, such as "tomorrow at 9".'),
    priority: z.int().min(1).max(4).optional().describe('1 is usual, 4 is urgent.'),
    labels: z
      .array(z.string().min(1).max(60).refine(oneLine, 'one line'))
      .max(20)
      .optional()
      .describe('Labels.'),
    comment_content: z.string().min(1).max(15_000).optional().describe('The comment.'),
    cursor: z
      .string()
      .regex(/^[\w.=+/-]{1,500}$/, 'the cursor of an answer')
      .optional()
      .describe('Where the next page begins, as the answer before says it.'),
    limit: z.int().min(1).max(200).optional().describe('Entries on a page; 50 if left out.'),
  })
  .superRefine(fitsAction(actions))
  .refine(({ project_id, filter }) => project_id === undefined || filter === undefined, {
    message: 'give project_id or filter, not both',
    path: ['filter'],
  })
type Input = z.infer<typeof input>

function requests(service: Service, given: Input): readonly Ask[] {
  const { task_id = '', content, description, due_string, priority, labels } = given
  const query = { cursor: given.cursor, limit: given.limit ?? 50 }
  const get = (path: readonly string[], more: Ask['query'] = {}): Ask[] => [
    { service, method: 'GET', path, query: more },
  ]
  const post = (path: readonly string[], body?: JsonObject): Ask[] => [
    { service, method: 'POST', path, ...(body === undefined ? {} : { body }) },
  ]
  const fields = Object.fromEntries(
    Object.entries({ content, description, due_string, priority, labels }).filter(
      ([, value]) => value !== undefined,
    ),
  ) as JsonObject
  switch (given.action) {
    case 'list_tasks':
      return given.filter === undefined
        ? get(['tasks'], { ...query, project_id: given.project_id })
        : get(['tasks', 'filter'], { ...query, query: given.filter })
    case 'get_task':
      return get(['tasks', task_id])
    case 'list_comments':
      return get(['comments'], { ...query, task_id })
    case 'list_projects':
      return get(['projects'], query)
    case 'create_task':
      return post(['tasks'], {
        ...fields,
        ...(given.project_id === undefined ? {} : { project_id: given.project_id }),
      })
    case 'update_task':
      return post(['tasks', task_id], fields)
    case 'complete_task':
      return post(['tasks', task_id, 'close'])
    case 'delete_task':
      return [{ service, method: 'DELETE', path: ['tasks', task_id] }]
    case 'add_comment':
      return post(['comments'], { task_id, content: given.comment_content ?? '' })
    default:
      return assertNever(given.action, 'requests')
  }
}

function lineOf(entry: JsonObject): string {
  const due = asText(asObject(entry['due'])['string'] ?? asObject(entry['due'])['date'])
  const labels = Array.isArray(entry['labels']) ? entry['labels'].map(asText) : []
  const file = asObject(entry['file_attachment'])
  const facts = [
    `id ${asText(entry['id'])}`,
    due === '' ? '' : `due ${due}`,
    Number(entry['priority'] ?? 1) > 1 ? `priority ${asText(entry['priority'])}` : '',
    labels.length === 0 ? '' : `labels ${cutAt(labels.join(', '), 200)}`,
    entry['checked'] === true ? 'completed' : '',
    // Of a comment.
    asText(entry['posted_at']).slice(0, 10),
    asText(file['file_name']) === '' ? '' : `with the file ${asText(file['file_name'])}`,
  ].filter((part) => part !== '')
  return lines(
    `${asText(entry['content'] ?? entry['name'])} (${facts.join(', ')})`,
    cutAt(asText(entry['description']), 500),
  )
}

const verbs: { readonly [A in Input['action']]: string } = {
  list_tasks: 'List',
  get_task: 'Read',
  list_comments: 'List the comments of',
  list_projects: 'List the projects of',
  create_task: 'Create',
  update_task: 'Change',
  complete_task: 'Complete',
  delete_task: 'Delete',
  add_comment: 'Comment on',
}

export function todoist(services: Services) {
  const service = todoistService(services)
  return serviceTool({
    manifest: {
      id: 'todoist.use',
      name: 'todoist',
      title: 'Todoist',
      description:
        'Read and change tasks, comments and projects in Todoist. Lists come in pages: the answer gives the cursor of the next one.',
      category: 'comms',
      dataAccess: ['network', 'credentials'],
      defaultPolicy: { effect: 'confirm', scope: 'reading is allowed; each change is confirmed' },
      redaction: { args: [], result: [] },
      perMinute: 60,
      chars: 20_000,
    },
    requires: [service],
    actions,
    input,
    plan: (given) => requests(service, given),
    async run({ action }, ask, [first]) {
      if (first === undefined) return ok({ text: '' })
      const answer = await ask(first)
      if (!answer.ok) return answer
      const { json, note } = answer.value
      const one = asObject(json)
      if (!('results' in one)) {
        const done = { complete_task: 'Completed.', delete_task: 'Deleted.' }[action as string]
        return ok({ text: lines(done ?? lineOf(one), note), data: { id: asText(one['id']) } })
      }
      const entries = asList(one['results'])
      const next = asText(one['next_cursor'])
      return ok({
        text: lines(
          entries.length === 0 ? 'None on this page.' : entries.map(lineOf).join('\n'),
          next === '' ? null : `There is more: call again with cursor ${next}.`,
          note,
        ),
        data: { entries: entries.map((entry) => asText(entry['id'])), next },
      })
    },
    facts: (given) => ({
      kind: 'record',
      verb: verbs[given.action],
      target:
        given.action === 'create_task'
          ? 'a task in Todoist'
          : given.task_id === undefined
            ? 'Todoist'
            : `the task ${given.task_id} in Todoist`,
      fields: fieldsOf(given, {
        content: 'Task',
        description: 'Description',
        due_string: 'Due',
        priority: 'Priority (4 is urgent)',
        labels: 'Labels',
        project_id: 'Project',
        comment_content: 'Comment',
        filter: 'Filter',
      }),
    }),
  })
}
