// Deletes a decision.
import { deletingTool } from '../records/deleting-tool.ts'

export const deleteDecision = deletingTool('decision', 'decision_id', {
  id: 'decisions.delete',
  name: 'delete_decision',
  title: 'Delete a decision',
})
