// Held calls whose card shows facts instead of arguments: one of each kind, with what a service would be told.
import type { Approval } from '../../contract/approval/approval.ts'
import type { CallFacts } from '../../contract/approval/call-facts.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { approval, decision } from './bridge-data.ts'

type FactKind = CallFacts['kind']

const service = (host: string, recipients: readonly string[] = []): CanonicalTouch => ({
  kind: 'net.connect',
  host,
  port: 443,
  reach: 'public',
  listed: false,
  ...(recipients.length === 0 ? {} : { recipients: [...recipients] }),
})

const none = {
  kind: 'none',
  text: 'This cannot be undone: its effects on another machine remain.',
} as const

export const factSamples: Readonly<Record<FactKind, () => Approval>> = {
  mail: () =>
    approval(201, {
      tool: 'google_mail',
      title: 'Mail',
      args: { action: 'send', to: ['bo@example.org'], subject: 'Plums' },
      decision: decision(
        'R4',
        'confirm',
        [service('gmail.googleapis.com', ['bo@example.org', 'cleo@example.org'])],
        ['It sends an email, which cannot be called back.', 'This run has read private data.'],
      ),
      answers: ['once', 'deny-once'],
      undo: none,
      facts: {
        kind: 'mail',
        verb: 'Send',
        target: 'an email to bo@example.org and cleo@example.org',
        to: ['bo@example.org'],
        cc: ['cleo@example.org'],
        bcc: [],
        subject: 'Plums: prices from Monday on',
        body: 'Dear Bo,\n\nfrom Monday on a plum costs 30 cents. The list is attached.\n\nAda',
        attachments: [
          {
            name: 'prices.csv',
            bytes: 48,
            file: { path: 'out/prices.csv', sha256: 'b1946ac92492d2347c6235b4d2611184'.repeat(2) },
          },
        ],
        answers: null,
      },
    }),
  event: () =>
    approval(202, {
      tool: 'google_calendar',
      title: 'Calendar',
      args: { action: 'create_event' },
      decision: decision(
        'R3',
        'confirm',
        [service('www.googleapis.com', ['bo@example.org'])],
        ['It sends an invitation.'],
      ),
      undo: none,
      facts: {
        kind: 'event',
        verb: 'Invite bo@example.org to',
        target: 'Harvest',
        calendar: 'Work',
        start: '2026-12-01T09:00',
        end: '2026-12-01T09:45',
        zone: 'Europe/Berlin',
        invited: ['bo@example.org'],
        notified: 'Everybody who is invited gets an email.',
        location: 'Orchard, gate 2',
        description: 'Who picks what.',
      },
    }),
  repository: () =>
    approval(203, {
      tool: 'github',
      title: 'GitHub',
      args: { action: 'create_issue' },
      decision: decision(
        'R3',
        'confirm',
        [service('api.github.com')],
        ['Others can read what it writes.'],
      ),
      undo: none,
      facts: {
        kind: 'repository',
        verb: 'Open an issue in',
        target: 'orchard/shop',
        repository: 'orchard/shop',
        labels: ['bug'],
        title: 'Quinces have no price',
        body: '`priceOf("quince")` gives 0.\n\nSteps: open the shop, choose a quince.',
        details: [{ name: 'Assigned to', text: 'ada' }],
      },
    }),
  page: () =>
    approval(204, {
      tool: 'browser',
      title: 'Browser',
      args: { action: 'type' },
      decision: decision(
        'R3',
        'confirm',
        [service('shop.example.org')],
        ['What is typed can be sent by the page at any time.'],
      ),
      undo: none,
      facts: {
        kind: 'page',
        verb: 'Type into',
        target: 'a field of shop.example.org',
        page: 'https://shop.example.org/order?item=plum',
        element: 'textbox “Your message”',
        typed: 'Two kilos of plums, please.',
        script: '',
        details: [{ name: 'Then press', text: 'Enter' }],
      },
    }),
  terminal: () =>
    approval(205, {
      tool: 'tmux',
      title: 'Terminal',
      args: { action: 'send' },
      decision: decision(
        'R3',
        'confirm',
        [],
        ['What is sent to a running program can do anything that the program can.'],
      ),
      facts: {
        kind: 'terminal',
        verb: 'Type into',
        target: 'the terminal build',
        screen: '> build ready\nDelete 3 old builds? [y/N]',
        reader: 'node',
        typed: '',
        clears: false,
        sent: 'y',
        keys: ['Enter'],
        line: 'y',
      },
    }),
  record: () =>
    approval(206, {
      tool: 'todoist',
      title: 'Todoist',
      args: { action: 'add_task' },
      decision: decision(
        'R3',
        'confirm',
        [service('api.todoist.com')],
        ['It leaves this machine.'],
      ),
      undo: none,
      facts: {
        kind: 'record',
        verb: 'Add the task',
        target: 'Order crates',
        fields: [
          { name: 'Project', text: 'Orchard' },
          { name: 'Due', text: 'Friday' },
          { name: 'Description', text: 'Twelve of them, the flat ones.' },
        ],
      },
    }),
}
