// A command that ran in a copy runs there again, and its new card takes the place of the old one.
import type { Approval } from '../../contract/approval/approval.ts'
import { ApprovalId } from '../../contract/ids.ts'
import type { PanelEvent } from '../../contract/ipc/event.ts'
import type { Handlers } from '../../contract/ipc/ipc.ts'

export const fakeRunAgain = (
  approvals: Map<string, Approval>,
  send: (event: PanelEvent) => void,
  end: (id: ApprovalId) => void,
): Pick<Handlers, 'approvals.run-again'> => ({
  async 'approvals.run-again'({ id }) {
    const found = approvals.get(id)
    if (found === undefined || found.staged === null)
      return {
        ok: false,
        error: { code: 'approval.not-staged', text: 'This call has not run in a copy.' },
      }
    await new Promise((next) => setTimeout(next, 400))
    const fresh: Approval = {
      ...found,
      id: ApprovalId.parse(`${id}again`),
      staged: { conflicts: [] },
      again:
        'src/cart.ts changed in the workspace after it ran in a staged copy, so it was run there again.',
    }
    approvals.set(fresh.id, fresh)
    send({ kind: 'approval-opened', approval: fresh })
    end(id)
    return { ok: true, value: fresh }
  },
})
