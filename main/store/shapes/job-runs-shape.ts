// The step of the database that brings the runs of jobs.

/**
 * Runs of jobs, each with what it was given. `queued` ones have not begun, `running` ones may have
 * done something. A failed run is repeated at `next_at`.
 */
export const jobRuns = `
CREATE TABLE job_runs (
  id TEXT NOT NULL PRIMARY KEY,
  job TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'succeeded', 'failed', 'missed', 'stopped')),
  due_at INTEGER NOT NULL,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX job_runs_state ON job_runs (state) WHERE state IN ('queued', 'running');
CREATE INDEX job_runs_job ON job_runs (job, id);
ALTER TABLE dead_letters ADD COLUMN next_at INTEGER;
`
