// Deletes a delegation.
import { deletingTool } from '../records/deleting-tool.ts'

export const deleteDelegation = deletingTool('delegation', 'delegation_id', {
  id: 'delegations.delete',
  name: 'delete_delegation',
  title: 'Delete a delegation',
})
