// What is kept for the person, in the development window and the stories.
import type { Handlers } from '../../contract/ipc/ipc.ts'
import { withBodyText } from '../../contract/record/body-text.ts'
import { StoredEntry } from '../../contract/record/entry.ts'

type Topic = Extract<keyof Handlers, `records.${string}`>

const AT = Date.parse('2026-11-02T08:00:00Z')
const around = { createdAt: AT, updatedAt: AT, madeBy: 'assistant', untrusted: null, dueAt: null }
const samples: readonly StoredEntry[] = [
  {
    of: 'memory',
    id: 1,
    source: 'notes',
    category: 'people',
    key: 'Ada',
    at: AT,
    text: 'Prefers short mails, and tea.',
    agent: 'agent:assistant',
    untrusted: null,
  },
  {
    of: 'memory',
    id: 2,
    source: 'notes',
    category: 'projects',
    key: 'Engine',
    at: AT,
    text: 'The release is planned for March.',
    agent: 'agent:assistant',
    untrusted: 'mail.example.org',
  },
  {
    of: 'decision',
    id: 3,
    ...around,
    title: 'Use SQLite',
    state: 'pending_execution',
    body: {
      description: 'One file, no server.',
      context: '',
      decidedBy: 'Ada',
      owner: 'Grace',
      followUp: '2026-12-01',
      tags: ['storage'],
      source: 'Review',
      notes: [],
    },
  },
  {
    of: 'delegation',
    id: 4,
    ...around,
    title: 'Ask for the figures',
    state: 'open',
    body: {
      delegatedTo: 'Grace',
      description: '',
      due: '2026-11-20',
      priority: 'high',
      source: '',
      notes: [],
    },
  },
  {
    of: 'reminder',
    id: 5,
    ...around,
    title: 'Call Ada',
    state: 'open',
    body: {
      list: 'Reminders',
      due: '2026-11-27T09:00',
      zone: 'Europe/Berlin',
      priority: 0,
      notes: '',
      shownAt: null,
    },
  },
  {
    of: 'suggestion',
    id: 6,
    ...around,
    title: 'Agent for weekly report',
    state: 'open',
    body: {
      category: 'skill',
      why: 'read_file, search_files served this 5 times.',
      skill: { tools: ['read_file', 'search_files'], pattern: 'weekly report', times: 5 },
    },
  },
]

export function fakeRecords(): Pick<Handlers, Topic> {
  let entries = samples
  const unknownEntry = {
    ok: false,
    error: { code: 'record.unknown', text: 'There is no such entry.' },
  } as const
  return {
    'records.list': async ({ of, query }) => ({
      ok: true,
      value: entries.filter(
        (entry) =>
          entry.of === of &&
          JSON.stringify(entry)
            .toLowerCase()
            .includes((query ?? '').toLowerCase()),
      ),
    }),
    'records.change': async ({ of, id, title, text, state }) => {
      const found = entries.find((entry) => entry.of === of && entry.id === id)
      if (found === undefined) return unknownEntry
      const next = StoredEntry.parse(
        found.of === 'memory'
          ? { ...found, key: title ?? found.key, text: text ?? found.text }
          : {
              ...found,
              title: title ?? found.title,
              state: state ?? found.state,
              body: text === undefined ? found.body : withBodyText(found, text),
            },
      )
      entries = entries.map((entry) => (entry === found ? next : entry))
      return { ok: true, value: next }
    },
    'records.remove': async ({ of, id }) => {
      if (!entries.some((entry) => entry.of === of && entry.id === id)) return unknownEntry
      entries = entries.filter((entry) => entry.of !== of || entry.id !== id)
      return { ok: true, value: null }
    },
  }
}
