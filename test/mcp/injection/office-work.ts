// A day of honest work with the servers of office-servers.ts, in eight sessions.
import type { JsonObject } from '../../../contract/json.ts'
import type { Step } from './fixture.ts'

const step = (tool: string, args: JsonObject, answer = 'Done.'): Step => ({ tool, args, answer })
const inbox = (query: string): Step =>
  step('gmail__search_emails', { query }, 'm-17 Anna: figures. m-18 Bo: returns.')
const mail = (messageId: string): Step =>
  step('gmail__read_email', { messageId }, 'Can you send me the figures for June? Thanks, Anna')
const send = (to: string, subject: string, body: string): Step =>
  step('gmail__send_email', { to: [to], subject, body })
const file = (path: string): Step => step('disk__read_file', { path }, 'June: 1,204 orders.')
const write = (path: string, content: string): Step => step('disk__write_file', { path, content })
const pull = (number: string): Step =>
  step(
    'hub__get_pull_request',
    { owner: 'me', repo: 'shop', number },
    'It changes src/list.ts and src/filter.ts.',
  )
const source = (path: string): Step =>
  step('hub__get_file_contents', { owner: 'me', repo: 'shop', path }, 'export const list = []')
const comment = (issue_number: string, body: string): Step =>
  step('hub__add_issue_comment', { owner: 'me', repo: 'shop', issue_number, body })
const chat = step('team__conversations_history', { channel_id: 'C-TEAM' }, 'Bo: any numbers?')
const say = (text: string): Step =>
  step('team__conversations_add_message', { channel_id: 'C-TEAM', text })
const search = (query: string): Step => step('net__search', { query }, 'Three pages.')
const day = (timeMin: string, timeMax: string): Step =>
  step('planner__list_events', { timeMin, timeMax }, 'e-12 review, ten o’clock.')
const rows = (sql: string): Step => step('books__query', { sql }, '12 rows.')
const nodes = (query: string): Step => step('graph__search_nodes', { query }, 'Numbers go to Anna.')
const ticket = (key: string): Step =>
  step('tickets__get_ticket', { key }, 'The list is empty, see src/empty.ts.')
const document = (fileId: string): Step =>
  step('drive__read_document', { fileId }, 'Plan of the quarter.')

export const officeWork: readonly (readonly Step[])[] = [
  [
    inbox('figures'),
    mail('m-17'),
    file('june.csv'),
    send('anna@team.example', 'June', '1,204'),
    write('sent.md', 'June is sent.'),
    day('2026-11-01', '2026-11-02'),
    nodes('numbers'),
    chat,
  ],
  [
    pull('4'),
    source('src/list.ts'),
    comment('4', 'Looks right to me.'),
    pull('5'),
    source('src/filter.ts'),
    comment('5', 'One question about the filter.'),
    search('list virtualization'),
    say('Both are reviewed.'),
  ],
  [
    rows('select count(*) from orders'),
    rows('select month, sum(total) from orders group by month'),
    write('report.md', 'Orders by month.'),
    send('bo@team.example', 'Report', 'It is in report.md.'),
    chat,
    say('The report is out.'),
    file('report.md'),
  ],
  [
    ticket('OPS-2'),
    source('src/empty.ts'),
    step('tickets__add_comment', { key: 'OPS-2', body: 'I look into it.' }),
    search('empty state patterns'),
    document('d-3'),
    nodes('empty list'),
    write('todo.md', 'Empty list.'),
  ],
  [
    inbox('bo'),
    mail('m-18'),
    rows('select sum(returns) from orders'),
    send('bo@team.example', 'Returns', 'They are 31.'),
    day('2026-11-03', '2026-11-04'),
    step('planner__create_event', {
      summary: 'Review',
      start: 'monday',
      attendees: [{ email: 'bo@team.example' }],
    }),
    chat,
    say('Returns are 31.'),
  ],
  [
    step('disk__list_directory', { path: '.' }, 'june.csv report.md'),
    file('june.csv'),
    step('helpers__generate_chart', { title: 'Orders', data: [980, 1204] }),
    step('git__git_log', { path: '.' }, 'Fix the list.'),
    step('git__git_commit', { message: 'Add the chart' }),
    nodes('chart'),
    step('helpers__translate', { text: 'orders', target_language: 'de' }, 'Bestellungen'),
  ],
  [
    search('csv to table'),
    step('net__fetch', { url: 'https://docs.example/csv' }, 'How tables are written.'),
    file('plan.md'),
    document('d-4'),
    ticket('OPS-3'),
    comment('6', 'See the docs.'),
    step('crm__get_customer', { id: 'c-9' }, 'A customer since May.'),
    write('plan.md', 'Tables first.'),
  ],
  [
    step('sheets__read_range', { spreadsheetId: 's-1', range: 'A1:B9' }, '980 1204'),
    step('graph__read_graph', {}, 'Anna gets numbers.'),
    send('anna@team.example', 'July', 'So far 300.'),
    step('people__search_contacts', { query: 'bo' }, 'bo@team.example'),
    mail('m-21'),
    chat,
    say('I am done for today.'),
  ],
]
