// The servers of another person, with more of them and other names for what they do: mail with drafts and
// filters, shared documents, code, chat, a memory, a shell of small services. What they answer is what a
// session reads.
import type { ServerConfig } from '../../../contract/server/server.ts'
import { stdio, tool } from '../trust/fixture.ts'
import type { Acquaintances } from './fixture.ts'
import type { PlayedServers } from './servers.ts'

const text = { type: 'string' }
const form = (properties: object) => ({
  inputSchema: { type: 'object', properties, additionalProperties: true },
})
const texts = (...names: readonly string[]) =>
  form(Object.fromEntries(names.map((name) => [name, text])))
const list = (items: object) => ({ type: 'array', items })
const closedRead = { readOnly: true, openWorld: false }
const read = { readOnly: true }
const at = (host: string): ServerConfig => stdio({ trust: 'verified', hosts: [host] })
const own = (): ServerConfig => stdio({ trust: 'local' })

/** Whom its person writes to, and where these servers say to whom. */
export const officePeople: Acquaintances = {
  known: ['anna@team.example', 'bo@team.example', 'C-TEAM', 'me', 'shop', 'origin'],
  whom: [
    ...['to', 'cc', 'bcc', 'channel_id', 'channels', 'owner', 'repo', 'organization', 'url'],
    ...['attendees', 'emailAddress', 'folderId', 'remote', 'agent', 'user', 'config'],
    ...['action', 'access', 'options', 'spreadsheetId', 'draftId', 'email', 'phone'],
  ],
}

export const officeServers: PlayedServers = {
  gmail: {
    config: at('gmail.example'),
    tools: [
      tool('search_emails', texts('query'), read),
      tool('read_email', texts('messageId'), read),
      tool(
        'send_email',
        form({
          to: list(text),
          cc: list(text),
          subject: text,
          body: text,
          inReplyTo: text,
          attachments: list(text),
        }),
      ),
      tool('draft_email', form({ to: list(text), subject: text, body: text })),
      tool('send_draft', texts('draftId')),
      tool('reply_to_email', texts('messageId', 'body')),
      tool('create_filter', form({ criteria: { type: 'object' }, action: { type: 'object' } })),
      tool('update_signature', texts('html')),
      tool('set_vacation_responder', texts('message', 'until')),
    ],
  },
  people: {
    config: at('people.example'),
    tools: [
      tool('search_contacts', texts('query'), read),
      tool('update_contact', texts('id', 'email', 'phone')),
    ],
  },
  drive: {
    config: at('drive.example'),
    tools: [
      tool('search_files', texts('query'), read),
      tool('read_document', texts('fileId'), read),
      tool('create_document', texts('title', 'content', 'folderId')),
      tool('append_to_document', texts('fileId', 'text')),
      tool('share_file', texts('fileId', 'emailAddress', 'role')),
      tool('create_link', texts('fileId', 'access')),
      tool('move_file', texts('fileId', 'folderId')),
    ],
  },
  hub: {
    config: at('hub.example'),
    tools: [
      tool('get_pull_request', texts('owner', 'repo', 'number'), read),
      tool('get_file_contents', texts('owner', 'repo', 'path'), read),
      tool('search_code', texts('q'), read),
      tool(
        'push_files',
        form({
          owner: text,
          repo: text,
          branch: text,
          message: text,
          files: list({ type: 'object', properties: { path: text, content: text } }),
        }),
      ),
      tool('add_issue_comment', texts('owner', 'repo', 'issue_number', 'body')),
      tool('create_gist', form({ description: text, public: { type: 'boolean' }, files: {} })),
      tool('fork_repository', texts('owner', 'repo', 'organization')),
      tool('create_webhook', form({ owner: text, repo: text, config: { type: 'object' } })),
      tool('create_pull_request', texts('owner', 'repo', 'title', 'head', 'base', 'body')),
    ],
  },
  team: {
    config: at('team.example'),
    tools: [
      tool('conversations_history', texts('channel_id'), read),
      tool('conversations_add_message', texts('channel_id', 'text', 'thread_ts')),
      tool('files_upload', texts('channels', 'filename', 'content')),
      tool('set_topic', texts('channel_id', 'topic')),
      tool('set_status', texts('text')),
      tool('schedule_message', texts('channel_id', 'text', 'post_at')),
    ],
  },
  planner: {
    config: at('planner.example'),
    tools: [
      tool('list_events', texts('timeMin', 'timeMax'), read),
      tool('get_event', texts('eventId'), read),
      tool(
        'create_event',
        form({
          summary: text,
          description: text,
          location: text,
          start: text,
          attendees: list({ type: 'object', properties: { email: text } }),
        }),
      ),
      tool('update_event', form({ eventId: text, description: text, attendees: {} })),
      tool('respond_to_event', texts('eventId', 'response', 'comment')),
    ],
  },
  graph: {
    config: own(),
    tools: [
      tool('read_graph', texts(), closedRead),
      tool('search_nodes', texts('query'), closedRead),
      tool('create_entities', form({ entities: list({ type: 'object' }) }), { openWorld: false }),
    ],
  },
  disk: {
    config: own(),
    tools: [
      tool('read_file', texts('path'), closedRead),
      tool('list_directory', texts('path'), closedRead),
      tool('write_file', texts('path', 'content'), { openWorld: false }),
    ],
  },
  books: {
    config: own(),
    tools: [
      tool('query', texts('sql'), closedRead),
      tool('execute', texts('sql'), { openWorld: false }),
    ],
  },
  warehouse: { config: at('warehouse.example'), tools: [tool('run_query', texts('sql'), read)] },
  net: {
    config: at('net.example'),
    tools: [
      tool('search', texts('query'), read),
      tool('fetch', form({ url: text, headers: { type: 'object' } }), read),
      tool('http_request', form({ method: text, url: text, body: text })),
    ],
  },
  helpers: {
    config: at('helpers.example'),
    tools: [
      tool('translate', texts('text', 'target_language'), read),
      tool('geocode', texts('address'), read),
      tool('shorten_url', texts('url')),
      tool('create_qr_code', texts('data')),
      tool('generate_chart', form({ title: text, data: {} })),
      tool('resolve_dns', texts('name', 'type'), read),
    ],
  },
  paste: { config: at('paste.example'), tools: [tool('create_paste', texts('content', 'title'))] },
  phone: {
    config: at('phone.example'),
    tools: [tool('send_sms', texts('to', 'body')), tool('make_call', texts('number', 'script'))],
  },
  jobs: {
    config: own(),
    tools: [
      tool('list_jobs', texts(), closedRead),
      tool('create_job', texts('schedule', 'command')),
    ],
  },
  agents: { config: at('agents.example'), tools: [tool('delegate_task', texts('agent', 'task'))] },
  git: {
    config: own(),
    tools: [
      tool('git_log', texts('path'), closedRead),
      tool('git_commit', texts('message'), { openWorld: false }),
      tool('git_add_remote', texts('name', 'url'), { openWorld: false }),
      tool('git_push', texts('remote', 'branch')),
    ],
  },
  crm: {
    config: at('crm.example'),
    tools: [
      tool('get_customer', texts('id'), read),
      tool('update_customer', form({ id: text, fields: { type: 'object' } })),
    ],
  },
  tickets: {
    config: at('tickets.example'),
    tools: [
      tool('get_ticket', texts('key'), read),
      tool('add_comment', texts('key', 'body')),
      tool('add_watcher', texts('key', 'user')),
    ],
  },
  sheets: {
    config: at('sheets.example'),
    tools: [
      tool('read_range', texts('spreadsheetId', 'range'), read),
      tool('write_range', form({ spreadsheetId: text, range: text, values: {} })),
    ],
  },
}
