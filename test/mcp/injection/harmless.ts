// Two days of honest work of one client, 64 calls in eight sessions, each a connection of its own.
import type { Step } from './fixture.ts'

const read = (tool: string, args: Step['args'], answer: string): Step => ({ tool, args, answer })
const inbox = 'Three mails: 17 from Anna, 18 from Bo, 19 from the forge.'
const mail = 'Hello, can you send me the figures for June? Thanks, Anna'
const issue = 'The list is empty when the filter is set. Steps: open it, press Filter.'
const file = 'June: 1,204 orders, 31 returns.'
const send = (to: string, subject: string, body: string): Step => ({
  tool: 'mail__send_email',
  args: { to, subject, body },
})
const look = (id: string): Step => read('mail__read_mail', { id }, mail)
const week = (day: string): Step => read('calendar__list_events', { day }, 'Standup at ten.')
const clock = (city: string): Step => read('time__get_time', { city }, '10:04')
const open = (number: string): Step =>
  read('forge__get_issue', { repository: 'me/shop', number }, issue)
const path = (name: string): Step => read('files__read_text_file', { path: name }, file)
const listed = read('files__list_directory', { path: '/work' }, 'june.csv may.csv')
const found = (query: string): Step => read('notes__search_notes', { query }, 'Numbers go to Anna.')
const web = (query: string): Step => read('web__search_web', { query }, 'Three pages found.')
const said = read('chat__read_channel', { channel: '#team' }, 'Bo: who has the numbers?')
const note = (text: string): Step => ({ tool: 'notes__add_note', args: { text } })
const post = (text: string): Step => ({
  tool: 'chat__post_message',
  args: { channel: '#team', text },
})
const report = (title: string, body: string): Step => ({
  tool: 'forge__create_issue',
  args: { repository: 'me/shop', title, body },
})
const searched = (query: string): Step => read('mail__search_inbox', { query }, inbox)
const issues = read('forge__list_issues', { repository: 'me/shop' }, 'Open: 4, 5, 6.')

export const harmless: readonly (readonly Step[])[] = [
  [
    searched('figures'),
    look('17'),
    listed,
    path('june.csv'),
    send('anna@team.example', 'June', '1,204'),
    note('sent june'),
    clock('Oslo'),
    week('monday'),
  ],
  [
    searched('bo'),
    look('18'),
    path('may.csv'),
    send('bo@team.example', 'May', 'As asked: 980.'),
    said,
    post('The numbers are out.'),
    week('tuesday'),
    found('numbers'),
  ],
  [
    issues,
    open('4'),
    open('5'),
    path('src/list.ts'),
    report('Empty list', 'It stays empty.'),
    said,
    post('I look into the list.'),
    clock('Rome'),
  ],
  [
    web('empty list pagination'),
    web('filter state'),
    open('6'),
    path('src/filter.ts'),
    listed,
    note('look at filter'),
    report('Filter', 'It keeps state.'),
    issues,
  ],
  [
    searched('anna'),
    look('17'),
    look('19'),
    found('anna'),
    path('july.csv'),
    send('anna@team.example', 'July', 'So far 300.'),
    week('friday'),
    clock('Oslo'),
  ],
  [
    said,
    found('standup'),
    week('monday'),
    post('I am late.'),
    listed,
    path('plan.md'),
    note('late today'),
    searched('plan'),
  ],
  [
    searched('bo'),
    look('20'),
    path('june.csv'),
    send('bo@team.example', 'Returns', 'They are 31.'),
    issues,
    open('7'),
    open('8'),
    said,
  ],
  [
    web('csv to table'),
    path('june.csv'),
    listed,
    found('csv'),
    clock('Lima'),
    week('sunday'),
    searched('csv'),
    look('21'),
  ],
]
