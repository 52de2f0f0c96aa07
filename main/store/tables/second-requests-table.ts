// What this machine asked persons of other machines. Holds its SQL. The text is sealed where it
// lies, as the approval is, and gone once nobody has to answer it any more.
import { z } from 'zod'
import { FirstAnswer, FleetPerson, SecondHash } from '../../../contract/approval/second-person.ts'
import { ApprovalId } from '../../../contract/ids.ts'
import { asItIs, type AtRest } from '../at-rest.ts'
import type { WriteDb } from '../database.ts'

const Wait = z.strictObject({
  first: FirstAnswer,
  asked: z.array(FleetPerson),
  by: FleetPerson.nullable(),
})

export type StoredRequest = Omit<z.infer<typeof Wait>, 'by'> & {
  readonly approvalId: ApprovalId
  readonly request: SecondHash
  readonly body: string
  readonly signature: Buffer
  readonly expiresAt: number
  readonly sent: boolean
}

type Row = {
  approval_id: string
  request: string
  body: string
  signature: string
  wait: string
  expires_at: number
  sent: number
}

export type SecondRequestsTable = ReturnType<typeof secondRequestsTable>

export function secondRequestsTable(db: WriteDb, atRest: AtRest = asItIs) {
  const put = db.prepare<[string, string, string, string, number, string]>(
    `INSERT INTO second_requests (approval_id, request, body, signature, wait, expires_at)
     SELECT id, ?, ?, ?, ?, ? FROM approvals WHERE id = ? AND state = 'pending'
     ON CONFLICT DO NOTHING`,
  )
  const columns = 'approval_id, request, body, signature, wait, expires_at, sent'
  const open = db.prepare<[], Row>(
    `SELECT ${columns} FROM second_requests WHERE withdrawn = 0
       AND approval_id IN (SELECT id FROM approvals WHERE state = 'pending') ORDER BY expires_at`,
  )
  const over = db.prepare<[], Row>(
    `SELECT ${columns} FROM second_requests WHERE withdrawn = 0
       AND approval_id NOT IN (SELECT id FROM approvals WHERE state = 'pending')`,
  )
  const sent = db.prepare<[string]>(
    'UPDATE second_requests SET sent = 1, trouble = NULL WHERE request = ?',
  )
  const withdrawn = db.prepare<[string]>(
    `UPDATE second_requests SET withdrawn = 1, body = '' WHERE request = ?`,
  )
  const trouble = db.prepare<[string | null, string, string | null]>(
    'UPDATE second_requests SET trouble = ? WHERE request = ? AND trouble IS NOT ?',
  )
  const read = (row: Row): StoredRequest[] => {
    const body = row.body === '' ? '' : atRest.open(row.body, 'question')
    const wait = Wait.safeParse(JSON.parse(row.wait))
    if (body === null || !wait.success) return []
    return [
      {
        ...wait.data,
        approvalId: ApprovalId.parse(row.approval_id),
        request: SecondHash.parse(row.request),
        body,
        signature: Buffer.from(row.signature, 'hex'),
        expiresAt: row.expires_at,
        sent: row.sent === 1,
      },
    ]
  }
  return {
    /** False: it is not pending any more, or waits for a second person already. */
    put: ({
      approvalId,
      request,
      body,
      signature,
      expiresAt,
      first,
      asked,
    }: Omit<StoredRequest, 'sent'>): boolean =>
      put.run(
        request,
        atRest.encrypt(body, 'question'),
        signature.toString('hex'),
        JSON.stringify({ first, asked, by: null }),
        expiresAt,
        approvalId,
      ).changes === 1,
    /** What waits for an answer. */
    open: (): StoredRequest[] => open.all().flatMap(read),
    /** What nobody has to answer any more, and others may not know that yet. */
    over: (): StoredRequest[] => over.all().flatMap(read),
    sent: (request: SecondHash): void => void sent.run(request),
    withdrawn: (request: SecondHash): void => void withdrawn.run(request),
    /** False: it said so before. */
    trouble: (request: SecondHash, text: string | null): boolean =>
      trouble.run(text, request, text).changes === 1,
  }
}
