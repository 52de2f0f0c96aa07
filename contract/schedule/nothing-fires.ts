// One sentence for every place that shows a job. What runs jobs comes with sub-agents.

export const NOTHING_FIRES =
  'Gatehouse keeps scheduled jobs but does not run them: running them is not available yet.'
