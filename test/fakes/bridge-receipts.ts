// Receipts of the fake bridge: in their form, but signed by nobody.
import type { Handlers } from '../../contract/ipc/ipc.ts'
import type { JournalRow } from '../../contract/journal/journal.ts'
import type { Receipt, SigningKey } from '../../contract/journal/receipt.ts'

type Topic =
  | 'audit.receipt'
  | 'audit.row-proof'
  | 'audit.check-receipt'
  | 'audit.key'
  | 'audit.verifier'

const hex = (text: string): string =>
  Array.from({ length: 64 }, (_, at) =>
    ((text.charCodeAt(at % text.length) * 31 + at * 7) % 16).toString(16),
  ).join('')

const key: SigningKey = {
  fingerprint: hex('the key of the page'),
  public: 'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=',
  madeAt: Date.UTC(2026, 10, 21, 9),
  keptIn: 'store',
  earlier: [],
}

/** No signature of these is good for anything: nothing is checked in a page of its own. */
export function fakeReceipts(rows: () => readonly JournalRow[]): Pick<Handlers, Topic> {
  const receiptOf = (id: Receipt['id']): Receipt | null => {
    const mine = rows().filter(
      ({ entry }) =>
        ('callId' in entry && entry.callId === id) || ('runId' in entry && entry.runId === id),
    )
    if (mine.length === 0) return null
    return {
      format: 'gatehouse.receipt.1',
      id,
      madeAt: Date.now(),
      version: '0.1.0',
      policyHashes: [hex('policy')],
      promptHashes: [],
      root: hex(id),
      rows: mine.length,
      from: mine[0]?.at ?? 0,
      until: mine.at(-1)?.at ?? 0,
      arguments: [],
      results: [],
      leaves: mine.map(({ hash }) => hex(hash)),
      head: { seq: rows().length, commitment: hex('head') },
      key: key.public,
      signature: 'AAAA',
    }
  }
  const nothing = (id: string) =>
    ({
      ok: false,
      error: { code: 'audit.nothing', text: `The journal has no row of ${id}.` },
    }) as const

  return {
    'audit.receipt': async ({ id }) => {
      const receipt = receiptOf(id)
      return receipt === null ? nothing(id) : { ok: true, value: receipt }
    },
    'audit.row-proof': async ({ id, index }) => {
      const receipt = receiptOf(id)
      const leaf = receipt?.leaves[index]
      if (receipt === null || leaf === undefined) return nothing(id)
      return {
        ok: true,
        value: {
          format: 'gatehouse.row.1',
          id,
          index,
          valid: true,
          leaf,
          path: [],
          receipt,
          expectedRoot: receipt.root,
          computedRoot: receipt.root,
          row: { fields: [], hidden: [], leaf },
          key: key.public,
          signature: 'AAAA',
        },
      }
    },
    'audit.check-receipt': async () => ({
      ok: true,
      value: {
        kind: 'broken',
        text: 'Nothing is checked in this page.',
        fingerprint: null,
        ownKey: false,
        journal: null,
      },
    }),
    'audit.key': async () => ({ ok: true, value: key }),
    'audit.verifier': async () => ({ ok: true, value: { text: '// verify-export.mjs\n' } }),
  }
}
